/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Busy work of a given length: rounds of a computation that no compiler can shorten. By rounds and not by the clock,
 * because a thread that loses its processor still has to do all of its work. The working processes measure how many
 * rounds take a microsecond.
 */
public final class Work {
    private static final int WARM_UP = 200;
    private static final int SAMPLES = 101;
    private static final int ROUNDS_PER_SAMPLE = 20_000;

    /** A fork answers this with {@link #answer}. */
    public static final String COMMAND = "calibrate";

    private static final String ROUNDS_PER_US = "roundsPerUs";

    private Work() {}

    /** {@return the seed after some rounds} The caller must use it, or the compiler removes the work. */
    public static long burn(long seed, int rounds) {
        long value = seed;
        for (int i = 0; i < rounds; i++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }

    /** {@return how many rounds take a microsecond now} Takes about 10 ms. */
    public static double roundsPerUs() {
        long value = 1;
        for (int i = 0; i < WARM_UP; i++) {
            value = burn(value, ROUNDS_PER_SAMPLE);
        }
        List<Double> samples = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            long startNs = System.nanoTime();
            value = burn(value, ROUNDS_PER_SAMPLE);
            samples.add(1e3 * ROUNDS_PER_SAMPLE / (System.nanoTime() - startNs));
        }
        if (value == 0) {
            throw new IllegalStateException("the work was not done: a round never makes 0 of another number");
        }
        return Spread.of(samples).median();
    }

    /** {@return how many rounds take a microsecond, as a fork reports} */
    public static Map<String, Double> answer() {
        return Map.of(ROUNDS_PER_US, roundsPerUs());
    }

    /**
     * {@return rounds in a microsecond: one figure for all forks, so all have the same work, however each JVM compiles
     * it}
     */
    public static double roundsPerUs(List<Fork> forks) {
        return Spread.of(forks.stream()
                        .map(fork -> Lab.number(fork.ask(COMMAND), ROUNDS_PER_US))
                        .toList())
                .median();
    }
}
