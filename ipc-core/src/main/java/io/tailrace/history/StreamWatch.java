/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.internal.ErrorText;
import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.Purge;
import io.tailrace.segment.StreamHistory;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.util.HashSet;
import java.util.Set;

/** The thread that finds streams to copy, and deletes segments beyond the limits. */
final class StreamWatch implements Runnable, AutoCloseable {
    private static final long PURGE_NS = 60_000_000_000L;
    private static final long LOOK_MS = 1000;

    private final Tailrace client;
    private final HistoryStatus status;
    private final CopyLoop loop;
    private final DriverDirectory driver;
    private final HistoryFolder folder;
    private final StreamFinder finder;
    private final Set<String> told = new HashSet<>();
    private long purgeNs = System.nanoTime();
    private long purgedAtSegments;

    StreamWatch(Tailrace client, HistoryStatus status, CopyLoop loop) {
        this.client = client;
        this.status = status;
        this.loop = loop;
        this.driver = new DriverDirectory(client.directory());
        this.folder = new HistoryFolder(status.space.directory());
        this.finder = new StreamFinder(driver, status.config.streams());
    }

    /** Adds the streams that are to be copied and are not copied yet; throws the last failure. */
    void look() throws IOException {
        RuntimeException refusal = null;
        for (String stream : finder.find()) {
            if (!loop.copies(stream)) {
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
            loop.add(new StreamCopy(subscription, history, driver, status));
        } catch (IOException | RuntimeException e) {
            subscription.close();
            throw e;
        }
    }

    @Override
    public void run() {
        while (loop.isRunning()) {
            try {
                purge();
                finder.await(LOOK_MS);
                look();
            } catch (ClosedWatchServiceException | InterruptedException e) {
                return;
            } catch (IOException | RuntimeException e) {
                String text =
                        "history cannot look after its streams: " + ErrorText.of(e) + "; it continues with the others";
                if (loop.isRunning() && told.add(text)) {
                    status.report(new TailraceException(text, e));
                }
            }
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
        for (StreamHistory stream : folder.streams()) {
            for (Purge.Candidate candidate : Purge.plan(
                    stream, limits.bytes(), limits.age().toMillis(), limits.segments(), status.clock.now())) {
                if (candidate.pinnedBy().isEmpty()) {
                    Purge.delete(candidate);
                    purgedAtSegments = status.segments.decrementAndGet();
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        finder.close();
    }
}
