/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Spread;
import java.util.List;

/** How much {@link Work} takes a microsecond, found by the processes that are to do it. */
public final class WorkRate {
    /** What a fork is asked. */
    public static final String COMMAND = "calibrate";

    private static final String ROUNDS_PER_US = "roundsPerUs";

    private WorkRate() {}

    /** {@return what a fork answers} */
    public static Answer answer() {
        return new Answer().put(ROUNDS_PER_US, Work.roundsPerUs());
    }

    /**
     * {@return rounds a microsecond: one figure for all forks, so that all have the same work, whatever each JVM makes
     * of it}
     */
    public static double roundsPerUs(List<Fork> forks) {
        return Spread.of(forks.stream()
                        .map(fork -> Lab.number(Json.parse(fork.ask(COMMAND)), ROUNDS_PER_US))
                        .toList())
                .median();
    }
}
