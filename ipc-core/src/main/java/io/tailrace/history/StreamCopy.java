/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamNames;
import io.tailrace.log.LogMeta;
import io.tailrace.segment.LogHistory;
import io.tailrace.segment.SegmentConstants;
import io.tailrace.segment.SegmentWriter;
import io.tailrace.segment.StreamHistory;
import io.tailrace.stream.BlockPoll;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Copies the logs of one stream. */
final class StreamCopy {
    final StreamSubscription subscription;
    final StreamHistory history;
    private final HistoryStatus status;
    private final DriverDirectory driver;
    /** The logs that have not ended in history, and had no image yet. */
    private final List<LogHistory> forgotten = new ArrayList<>();

    private LogImage[] images = {};
    private volatile LogCopy[] logs = {};

    StreamCopy(StreamSubscription subscription, StreamHistory history, DriverDirectory driver, HistoryStatus status)
            throws IOException {
        this.subscription = subscription;
        this.history = history;
        this.driver = driver;
        this.status = status;
        for (LogHistory log : history.logs()) {
            status.segments.addAndGet(log.segments().size());
            if (!log.hasEnded()) {
                forgotten.add(log);
            }
        }
        BlockPoll.begin(subscription); // Called before any thread waits for messages of the subscription.
    }

    /**
     * Called by the copying thread: finds the current logs, and ends in history those that have ended and were read.
     */
    LogCopy[] look() throws IOException {
        LogImage[] current = subscription.currentImages();
        if (current != images) {
            Map<Long, LogCopy> before = new HashMap<>();
            for (int i = 0; i < images.length; i++) {
                before.put(images[i].logId(), logs[i]);
            }
            LogCopy[] next = new LogCopy[current.length];
            for (int i = 0; i < next.length; i++) {
                long logId = current[i].logId();
                LogCopy known = before.remove(logId);
                next[i] = known == null ? new LogCopy(current[i], history.log(logId), status) : known;
                next[i].goOn(current[i]);
                forgotten.removeIf(log -> log.logId() == logId);
            }
            images = current;
            logs = next;
            for (LogCopy gone : before.values()) {
                gone.leave();
            }
            endForgotten();
        }
        return logs;
    }

    /**
     * Ends logs in history that ended while no historian ran, for example because the host restarted, or before this
     * thread saw their images: what this thread sees here comes after the subscription was added, so a log that neither
     * has an image nor ended will have one.
     */
    private void endForgotten() throws IOException {
        for (Iterator<LogHistory> logs = forgotten.iterator(); logs.hasNext(); ) {
            LogHistory log = logs.next();
            if (StreamNames.endPosition(driver, log.logId()) <= log.endPosition()) {
                SegmentConstants found = log.constants();
                LogMeta.Constants constants =
                        LogMeta.Constants.of(found.logId(), found.stream(), found.termLength(), found.kind());
                try (SegmentWriter writer = SegmentWriter.open(log.folder(), constants, found.segmentLength())) {
                    writer.endLog();
                }
                logs.remove();
            }
        }
    }

    /** {@return its logs, as of the last check} Any thread. */
    LogCopy[] logs() {
        return logs;
    }
}
