/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.peer.AeronVariant;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How much a run measures.
 *
 * @param rounds in each of which every cell has a JVM of its own
 * @param warmUps iterations of each JVM that do not count
 * @param iterations that do
 * @param iterationMs length of either
 */
record Effort(
        List<Row> rows,
        List<Integer> producers,
        List<AeronVariant> matrix,
        int rounds,
        int warmUps,
        int iterations,
        long iterationMs) {
    static final List<Integer> BURSTS = List.of(1, 100);

    static final Effort FULL = new Effort(Row.all(), List.of(1, 2, 3), AeronVariant.MATRIX, 3, 3, 5, 250);

    static final Effort QUICK = new Effort(Row.LEADING, List.of(1), AeronVariant.SHORT_MATRIX, 3, 3, 5, 250);

    /** {@return the same with few iterations: enough to choose by} */
    Effort pilot() {
        return new Effort(rows, producers, matrix, 1, 2, 2, iterationMs);
    }

    ChainedOptionsBuilder options() {
        TimeValue time = TimeValue.milliseconds(iterationMs);
        return new OptionsBuilder()
                .forks(1)
                .warmupIterations(warmUps)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time);
    }
}
