/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import java.time.Duration;

/** Times that a program gives. More nanoseconds than a {@code long} holds, 292 years, count as its greatest value. */
public final class Durations {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Durations() {}

    /** {@return the nanoseconds; 0 of what is negative} */
    public static long toNanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : Long.MAX_VALUE;
    }

    /** {@return the milliseconds, for messages} */
    public static long toMillis(Duration duration) {
        return toNanos(duration) / 1_000_000;
    }
}
