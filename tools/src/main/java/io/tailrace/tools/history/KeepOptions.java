/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.tools.command.Quantity;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The limits of what is kept of each stream: options common to a historian and {@code purge}. */
final class KeepOptions {
    @Option(
            names = "--keep-bytes",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Limit on the bytes of a stream; the oldest segments go first.")
    private long bytes = KeepLimits.ALL.bytes();

    @Option(
            names = "--keep-age",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Remove segments whose last message is older, such as 7d.")
    private long ageNs = Long.MAX_VALUE;

    @Option(
            names = "--keep-segments",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Limit on the segments of a stream.")
    private long segments = KeepLimits.ALL.segments();

    /** {@return the limits, optionally with a time since 1970 before which nothing is kept} */
    KeepLimits limits(long nowMs, @Nullable Long beforeMs) {
        long keptMs = Math.min(ageNs / 1_000_000, beforeMs == null ? Long.MAX_VALUE : nowMs - beforeMs);
        return new KeepLimits(bytes, Duration.ofMillis(keptMs), (int) Math.min(segments, Integer.MAX_VALUE));
    }
}
