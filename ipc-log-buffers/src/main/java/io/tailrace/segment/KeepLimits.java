/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import java.time.Duration;

/** How much of each stream is kept: more than one of these allows is purged, oldest first. */
public record KeepLimits(long bytes, Duration age, int segments) {
    /** Everything. */
    public static final KeepLimits ALL =
            new KeepLimits(Long.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE), Integer.MAX_VALUE);

    public KeepLimits {
        if (bytes < 1 || age.isNegative() || age.isZero() || segments < 1) {
            throw new IllegalArgumentException(
                    "limits not positive: bytes=" + bytes + ", age=" + age + ", segments=" + segments);
        }
    }
}
