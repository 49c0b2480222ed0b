/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.follow.StreamWatch;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.Purge;
import io.tailrace.history.segment.SegmentConstants;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.log.LogMeta;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The streams that are copied. The thread that finds them also deletes segments beyond the limits. */
final class StreamCopies extends StreamWatch<LogCopy> {
    private static final long PURGE_NS = 60_000_000_000L;

    private final Tailrace client;
    private final HistoryStatus status;
    private final DriverDirectory driver;
    private final SubscriptionConfig subscribed;
    /** The logs of the streams that have not ended in history, and had no image yet. */
    private final Queue<LogHistory> forgotten = new ConcurrentLinkedQueue<>();

    private long purgeNs = System.nanoTime();
    private long purgedAtSegments;

    StreamCopies(Tailrace client, HistoryStatus status, WaitSet waitSet) {
        super("history", new StreamFinder(new DriverDirectory(client.directory()), status.config.streams()), waitSet);
        this.client = client;
        this.status = status;
        this.driver = new DriverDirectory(client.directory());
        this.subscribed = subscriptionConfig(status.config.name(), status.config.lease());
    }

    private StreamHistory history(String stream) {
        return StreamHistory.of(status.space.directory(), stream);
    }

    @Override
    protected StreamSubscription subscribe(String stream) throws IOException {
        List<LogHistory> kept = history(stream).logs();
        forgotten.removeIf(log -> log.constants().stream().equals(stream)); // As before the subscription was lost.
        kept.stream().filter(log -> !log.hasEnded()).forEach(forgotten::add);
        int segments = kept.stream().mapToInt(log -> log.segments().size()).sum();
        // Last: if a step failed after it, its name would be held for ever.
        StreamSubscription subscription = (StreamSubscription) client.addSubscription(stream, subscribed);
        status.segments.addAndGet(segments);
        return subscription;
    }

    @Override
    protected LogCopy follow(LogImage image) {
        Path folder = history(image.stream()).log(image.logId());
        forgotten.removeIf(log -> log.folder().equals(folder));
        return new LogCopy(image, folder, status);
    }

    /**
     * Ends logs in history that ended while no historian ran, for example because the host restarted, or before this
     * thread saw their images: what this thread sees here comes after the subscription was added, so a log that neither
     * has an image nor ended will have one.
     */
    @Override
    protected void onChange(String stream) throws IOException {
        for (LogHistory log : List.copyOf(forgotten)) {
            SegmentConstants found = log.constants();
            if (found.stream().equals(stream) && StreamFinder.endPosition(driver, log.logId()) <= log.endPosition()) {
                LogMeta.Constants constants =
                        LogMeta.Constants.of(found.logId(), found.stream(), found.termLength(), found.kind());
                try (SegmentWriter writer = SegmentWriter.open(log.folder(), constants, found.segmentLength())) {
                    writer.endLog();
                }
                forgotten.remove(log);
            }
        }
    }

    /** Purges once a minute, and after each new segment. */
    @Override
    protected void maintain() throws IOException {
        KeepLimits limits = status.config.keep();
        long nowNs = System.nanoTime();
        boolean due = nowNs - purgeNs >= 0 || status.segments.get() != purgedAtSegments;
        if (limits.equals(KeepLimits.ALL) || !due) {
            return;
        }
        purgeNs = nowNs + PURGE_NS;
        purgedAtSegments = status.segments.get();
        for (StreamHistory stream : StreamHistory.allIn(status.space.directory())) {
            for (Purge.Candidate candidate : Purge.plan(
                    stream, limits.bytes(), limits.age().toMillis(), limits.segments(), status.clock.now())) {
                if (candidate.pinnedBy().isEmpty()) {
                    Purge.delete(candidate);
                    purgedAtSegments = status.segments.decrementAndGet();
                }
            }
        }
    }
}
