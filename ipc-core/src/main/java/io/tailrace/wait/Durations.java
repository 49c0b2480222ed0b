/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Durations given by a program. A duration of more nanoseconds than a {@code long} holds, 292 years, counts as the
 * greatest {@code long}.
 */
public final class Durations {
    private Durations() {}

    /** {@return the nanoseconds; 0 for a negative duration} */
    public static long toNanos(Duration duration) {
        return Math.max(0, TimeUnit.NANOSECONDS.convert(duration));
    }

    /** {@return the milliseconds, for messages} */
    public static long toMillis(Duration duration) {
        return toNanos(duration) / 1_000_000;
    }
}
