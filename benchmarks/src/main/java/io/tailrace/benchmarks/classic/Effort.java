/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.peer.AeronVariant;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * The rows and columns that a run measures, and how long it measures each.
 *
 * @param warmUps iterations of each JVM that do not count
 * @param iterations that do
 */
record Effort(List<Row> rows, List<Integer> producers, List<AeronVariant> matrix, int warmUps, int iterations) {
    static final List<Integer> BURSTS = List.of(1, 100);

    /** In each of them every cell has a JVM of its own. */
    static final int ROUNDS = 3;

    static final Effort FULL = new Effort(List.of(Row.values()), List.of(1, 2, 3), AeronVariant.MATRIX, 3, 5);

    static final Effort QUICK = new Effort(Row.LEADING, List.of(1), AeronVariant.SHORT_MATRIX, 3, 5);

    private static final TimeValue ITERATION = TimeValue.milliseconds(250);

    /** {@return the same with few iterations: enough to choose by} */
    Effort pilot() {
        return new Effort(rows, producers, matrix, 2, 2);
    }

    ChainedOptionsBuilder options() {
        return new OptionsBuilder()
                .forks(1)
                .warmupIterations(warmUps)
                .warmupTime(ITERATION)
                .measurementIterations(iterations)
                .measurementTime(ITERATION);
    }
}
