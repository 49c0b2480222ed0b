/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import java.time.Duration;

/**
 * Durations given by a program. A duration of more nanoseconds than a {@code long} holds, 292 years, counts as the
 * greatest {@code long}.
 */
public final class Durations {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Durations() {}

    /** {@return the nanoseconds; 0 for a negative duration} */
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
