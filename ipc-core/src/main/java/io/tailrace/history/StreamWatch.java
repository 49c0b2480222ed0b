/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.HistoryNotes;
import io.tailrace.control.StreamNames;
import io.tailrace.file.Mappings;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.internal.ErrorText;
import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.Purge;
import io.tailrace.segment.StreamHistory;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that looks for streams to copy, and deletes what is more than is to be kept. */
final class StreamWatch implements Runnable, AutoCloseable {
    private static final long PURGE_NS = 60_000_000_000L;

    private final Tailrace client;
    private final HistoryStatus status;
    private final CopyLoop loop;
    private final DriverDirectory driver;
    private final HistoryFolder folder;
    private final StreamNames names;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Set<String> told = new HashSet<>();
    private @Nullable WatchService watch;
    private @Nullable WatchKey key;
    private long purgeNs = System.nanoTime();
    private long purgedAtSegments;

    StreamWatch(Tailrace client, HistoryStatus status, CopyLoop loop) {
        this.client = client;
        this.status = status;
        this.loop = loop;
        this.driver = new DriverDirectory(client.directory());
        this.folder = new HistoryFolder(status.space.directory());
        this.names = new StreamNames(driver);
    }

    /** Adds the streams that are to be copied, and are not yet; throws what hindered it with the last of them. */
    void look() throws IOException {
        List<String> patterns = status.config.streams();
        Set<String> wanted = new TreeSet<>(patterns);
        if (wanted.removeIf(StreamWatch::isPattern)) {
            wanted.addAll(names.list());
        }
        RuntimeException refusal = null;
        for (String stream : wanted) {
            if (!loop.copies(stream) && patterns.stream().anyMatch(pattern -> HistoryNotes.matches(pattern, stream))) {
                try {
                    add(stream);
                } catch (RuntimeException e) {
                    refusal = e;
                }
            }
        }
        if (refusal != null) {
            throw refusal;
        }
    }

    private void add(String stream) throws IOException {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withJoinAt(SubscriptionConfig.JoinAt.OLDEST)
                .withName(status.config.name(), status.config.lease())
                .withAcknowledgement();
        StreamHistory history = folder.stream(stream);
        StreamSubscription subscription = (StreamSubscription) client.addSubscription(stream, config);
        try {
            StreamCopy.endForgotten(history, driver, status); // From now on no log ends unnoticed.
            loop.add(new StreamCopy(subscription, history, status));
        } catch (IOException | RuntimeException e) {
            subscription.close();
            throw e;
        }
    }

    private static boolean isPattern(String stream) {
        return stream.indexOf('*') >= 0;
    }

    @Override
    public void run() {
        while (loop.isRunning()) {
            try {
                purge();
                await();
                look();
            } catch (ClosedWatchServiceException | InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                String text =
                        "history cannot look after its streams: " + ErrorText.of(e) + "; it goes on with the others";
                if (loop.isRunning() && told.add(text)) {
                    status.report(new TailraceException(text, e));
                }
            }
        }
    }

    /** Waits for a new log, for a second at most; where nobody tells of one, for a second. */
    private void await() throws IOException, InterruptedException {
        if (status.config.streams().stream().noneMatch(StreamWatch::isPattern)) {
            closing.await(1, TimeUnit.SECONDS);
            return;
        }
        try {
            WatchService current = watch == null ? FileSystems.getDefault().newWatchService() : watch;
            watch = current;
            if (key == null || !key.reset()) { // Another driver may have made the folder anew.
                key = driver.logs().register(current, StandardWatchEventKinds.ENTRY_CREATE);
            }
            WatchKey found = current.poll(1, TimeUnit.SECONDS);
            if (found != null) {
                found.pollEvents();
            }
        } catch (IOException e) {
            closing.await(1, TimeUnit.SECONDS);
        }
    }

    /** Once a minute, and after each new segment. */
    private void purge() throws IOException {
        KeepLimits limits = status.config.keep();
        long nowNs = System.nanoTime();
        boolean due = nowNs - purgeNs >= 0 || status.segments.get() != purgedAtSegments;
        if (limits.equals(KeepLimits.ALL) || !due) {
            return;
        }
        purgeNs = nowNs + PURGE_NS;
        purgedAtSegments = status.segments.get();
        boolean any = false;
        for (StreamHistory stream : folder.streams()) {
            for (Purge.Candidate candidate : Purge.plan(
                    stream, limits.bytes(), limits.age().toMillis(), limits.segments(), HistoryStatus.nowMs())) {
                if (candidate.pinnedBy().isEmpty()) {
                    Purge.delete(candidate);
                    purgedAtSegments = status.segments.decrementAndGet();
                    any = true;
                }
            }
        }
        if (any) {
            Mappings.collect(); // This process has looked at them: their space is free once they are unmapped.
        }
    }

    @Override
    public void close() throws IOException {
        closing.countDown();
        WatchService current = watch;
        if (current != null) {
            current.close();
        }
    }
}
