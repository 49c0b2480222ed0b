/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.time.Duration;

/**
 * How long a thread that has found nothing sleeps before it looks again: the shortest time first, then twice as long
 * each time.
 *
 * @param shortestNs in ns
 * @param longestNs in ns
 */
public record IdleTimes(long shortestNs, long longestNs) {
    /** From 25 microseconds to a millisecond. */
    public static final IdleTimes DEFAULT = of(Duration.ofNanos(25_000), Duration.ofMillis(1));

    /**
     * @throws IllegalArgumentException if a time is not positive, or the longest is below the shortest
     */
    public IdleTimes {
        if (shortestNs < 1 || longestNs < shortestNs) {
            throw new IllegalArgumentException(
                    "idle times out of order: shortestNs=" + shortestNs + ", longestNs=" + longestNs + ", min=1");
        }
    }

    /** {@return these times} */
    public static IdleTimes of(Duration shortest, Duration longest) {
        return new IdleTimes(shortest.toNanos(), longest.toNanos());
    }

    long after(long sleptNs) {
        return Math.min(2 * sleptNs, longestNs);
    }
}
