/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link DriverSimulation} with many seeds. {@code -Dtailrace.test.seed=…} begins with the seed that failed,
 * {@code -Dtailrace.test.seeds=…} sets their number; the default is a thousand, scaled by {@code tailrace.test.rounds}
 * in per cent.
 */
final class DriverSimulationTest {
    private static final int SEEDS =
            Integer.getInteger("tailrace.test.seeds", 10 * Integer.getInteger("tailrace.test.rounds", 10));
    private static final int OPERATIONS = 40;
    /** Every tenth simulation runs this many operations longer. */
    private static final int LONG_OPERATIONS = 200;

    private static final List<String> OUTCOMES = List.of(
            "delivered",
            "deaths",
            "driver deaths",
            "laps",
            "overruns",
            "evictions",
            "cleanings",
            "ended logs read",
            "names taken over",
            "repeated",
            "refusals",
            "joins");

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void everyAcceptedMessageIsDeliveredOnceInOrderToWhoWasPresent() {
        Simulation.run(DriverSimulationTest.class, SEEDS, 1000, 500, OUTCOMES, this::simulate);
    }

    /** A named subscriber was evicted, a driver's death lost its note, and the next driver took its policy for DROP. */
    @Test
    void aNameWhoseHolderWasEvictedIsTakenOverWithoutItsNote() {
        simulate(14314703279880L);
    }

    /** A driver died after it had given a slot and before it had counted it: publishers cleaned what was not read. */
    @Test
    void aSubscriberWhoseSlotADyingDriverGaveLosesNothing() {
        simulate(771001847L);
    }

    private Map<String, Long> simulate(long seed) {
        try (DriverSimulation simulation = new DriverSimulation(parent.resolve("driver-" + seed), seed)) {
            return simulation.run(Math.floorMod(seed, 10) == 0 ? LONG_OPERATIONS : OPERATIONS);
        } catch (Throwable e) {
            throw new AssertionError("simulation failed: -Dtailrace.test.seed=" + seed + " -Dtailrace.test.seeds=1", e);
        }
    }
}
