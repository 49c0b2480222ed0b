/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.ENDED_NS_OFFSET;
import static io.tailrace.log.LogLayout.RETAIN_NS_OFFSET;

import java.time.Duration;

/**
 * What a meta file says of the end of its log. Times are by CLOCK_MONOTONIC, which all processes of the host share and
 * nobody sets, so the next driver goes on with the time that is left.
 *
 * @param endedNs when the last publisher had gone; 0: one is there, or nobody has noted it
 * @param retainNs how long the files stay behind that; 0: nobody has retained them
 */
public record LogEnd(long endedNs, long retainNs) {
    /** In place of a time: the publications of a log have asked for none, so the driver's is meant. */
    public static final long DRIVERS_RETENTION = -1;

    private static final Duration MAX_RETENTION = Duration.ofDays(3650);

    /**
     * Checks how long a log is to stay.
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
        // Acquire: pairs with the releases below. Who reads how long it stays reads also since when.
        long retainNs = meta.buffer.getLongAcquire(RETAIN_NS_OFFSET);
        return new LogEnd(meta.buffer.getLongAcquire(ENDED_NS_OFFSET), retainNs);
    }

    /**
     * Notes that a log has ended, unless that is noted. A time to come was noted before the host was started again, so
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

    /** Notes how long a log stays that has ended and that nobody holds any more. */
    public static void retain(LogMeta meta, long retainNs) {
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            if (meta.publisherAcquire(slot) != 0) {
                meta.freePublisher(slot); // In an exclusive log that nobody read its publisher is still named.
            }
        }
        meta.buffer.putLongRelease(RETAIN_NS_OFFSET, retainNs);
    }

    /** {@return whether the files stay for a while although nobody may read them} */
    public boolean isRetained() {
        return endedNs > 0 && retainNs > 0;
    }

    /** {@return since when nobody publishes to it} */
    public long ageNs(long nowNs) {
        return Math.max(0, nowNs - endedNs);
    }

    /** {@return how long the files still stay} */
    public long remainingNs(long nowNs) {
        return Math.max(0, retainNs - ageNs(nowNs));
    }
}
