/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.system.FaultSummary;
import io.tailrace.testing.Seeds;
import java.util.Random;
import java.util.function.BiConsumer;

/** Rounds of a random test, each with its own seed, so that a single round can be run again. */
final class FuzzRounds {
    /** A round maps some files until they are collected. The library collects once a minute at most. */
    private static final int ROUNDS_A_COLLECTION = 1000;

    private FuzzRounds() {}

    /** Runs rounds, each with its random numbers and the options that run it again. */
    static void run(Class<?> test, int rounds, BiConsumer<Random, String> round) {
        long seed = Seeds.of(test);
        for (int i = 0; i < rounds; i++) {
            round.accept(new Random(seed + i), "-Dtailrace.test.seed=" + (seed + i) + " -Dtailrace.test.fuzz=1");
            if (i % ROUNDS_A_COLLECTION == ROUNDS_A_COLLECTION - 1) {
                System.gc();
            }
        }
        FaultSummary.add(test.getSimpleName(), "%d rounds from seed %d", rounds, seed);
    }
}
