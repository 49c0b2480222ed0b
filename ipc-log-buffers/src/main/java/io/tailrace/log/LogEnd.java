/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.ENDED_NS_OFFSET;
import static io.tailrace.log.LogLayout.RETAIN_NS_OFFSET;

import java.time.Duration;

/**
 * The record of a log's end in its meta file. Times are by CLOCK_MONOTONIC, which all processes of the host share and
 * which is never set, so the next driver continues with the remaining time.
 *
 * @param endedNs when the last publisher had gone; 0: there is one, or its end is not noted yet
 * @param retainNs how long the files are kept after that; 0: they are not retained
 */
public record LogEnd(long endedNs, long retainNs) {
    /** Stands for the driver's default, if the publications of a log have asked for no time. */
    public static final long DRIVERS_RETENTION = -1;

    private static final Duration MAX_RETENTION = Duration.ofDays(3650);

    /**
     * Checks how long a log is to be kept.
     *
     * @throws IllegalArgumentException if that is negative, or longer than ten years
     */
    public static Duration checkRetention(Duration time) {
        if (time.isNegative() || time.compareTo(MAX_RETENTION) > 0) {
            throw new IllegalArgumentException(
                    "time of retention out of range: time=" + time + ", min=PT0S, max=" + MAX_RETENTION);
        }
        return time;
    }

    /**
     * Checks what a publication asks for: a time, or none.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static void checkAskedRetainNs(long askedRetainNs) {
        if (askedRetainNs != DRIVERS_RETENTION) {
            checkRetention(Duration.ofNanos(askedRetainNs));
        }
    }

    public static LogEnd read(LogMeta meta) {
        // Acquire: pairs with the releases below. A reader of the retention time also sees its start.
        long retainNs = meta.buffer.getLongAcquire(RETAIN_NS_OFFSET);
        return new LogEnd(meta.buffer.getLongAcquire(ENDED_NS_OFFSET), retainNs);
    }

    /**
     * Notes that a log has ended, unless that is noted. A time in the future was noted before a restart of the host, so
     * it is replaced.
     *
     * @return whether it was not noted before
     */
    public static boolean note(LogMeta meta, long nowNs) {
        long now = Math.max(nowNs, 1);
        long endedNs = read(meta).endedNs();
        boolean isNew = endedNs <= 0 || endedNs > now;
        if (isNew) {
            meta.buffer.putLongRelease(ENDED_NS_OFFSET, now);
        }
        return isNew;
    }

    /** Notes how long a log is kept that has ended and has no holders any more. */
    public static void retain(LogMeta meta, long retainNs) {
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            if (meta.publishers().acquire(slot) != 0) {
                meta.publishers().free(slot); // An exclusive log without readers still names its publisher.
            }
        }
        meta.buffer.putLongRelease(RETAIN_NS_OFFSET, retainNs);
    }

    /** {@return whether the files are kept for a while although the log may have no reader} */
    public boolean isRetained() {
        return endedNs > 0 && retainNs > 0;
    }

    /** {@return since when it has no publisher} */
    public long ageNs(long nowNs) {
        return Math.max(0, nowNs - endedNs);
    }

    /** {@return how long the files are still kept} */
    public long remainingNs(long nowNs) {
        return Math.max(0, retainNs - ageNs(nowNs));
    }
}
