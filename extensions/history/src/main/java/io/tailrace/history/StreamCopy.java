/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.follow.StreamFollower;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.SegmentConstants;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.log.LogMeta;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies the logs of one stream. */
final class StreamCopy extends StreamFollower<LogCopy> {
    private final StreamHistory history;
    private final HistoryStatus status;
    private final DriverDirectory driver;
    /** The logs that have not ended in history, and had no image yet. */
    private final List<LogHistory> forgotten = new ArrayList<>();

    StreamCopy(StreamSubscription subscription, StreamHistory history, DriverDirectory driver, HistoryStatus status)
            throws IOException {
        super(subscription);
        this.history = history;
        this.driver = driver;
        this.status = status;
        for (LogHistory log : history.logs()) {
            status.segments.addAndGet(log.segments().size());
            if (!log.hasEnded()) {
                forgotten.add(log);
            }
        }
    }

    @Override
    protected LogCopy follow(LogImage image, @Nullable LogCopy known) {
        long logId = image.logId();
        forgotten.removeIf(log -> log.logId() == logId);
        return known == null ? new LogCopy(image, history.log(logId), status) : known;
    }

    /** Also ends in history the logs that have ended. */
    @Override
    public boolean look() throws IOException {
        boolean isChanged = super.look();
        if (isChanged) {
            endForgotten();
        }
        return isChanged;
    }

    /**
     * Ends logs in history that ended while no historian ran, for example because the host restarted, or before this
     * thread saw their images: what this thread sees here comes after the subscription was added, so a log that neither
     * has an image nor ended will have one.
     */
    private void endForgotten() throws IOException {
        for (Iterator<LogHistory> logs = forgotten.iterator(); logs.hasNext(); ) {
            LogHistory log = logs.next();
            if (StreamFinder.endPosition(driver, log.logId()) <= log.endPosition()) {
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
}
