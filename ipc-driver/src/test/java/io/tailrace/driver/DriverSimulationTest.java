/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.DriverSimulation.Outcome;
import io.tailrace.system.FaultSummary;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link DriverSimulation} with many seeds. {@code -Dtailrace.test.seed=…} begins with the seed that failed,
 * {@code -Dtailrace.test.seeds=…} sets their number; the default is a thousand, scaled by {@code tailrace.test.rounds}
 * in per cent.
 */
@Timeout(1200)
final class DriverSimulationTest {
    private static final int SEEDS =
            Integer.getInteger("tailrace.test.seeds", 10 * Integer.getInteger("tailrace.test.rounds", 10));
    private static final int OPERATIONS = 40;
    /** Every tenth simulation runs this many operations longer. */
    private static final int LONG_OPERATIONS = 200;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void everyAcceptedMessageIsDeliveredOnceInOrderToWhoWasPresent() {
        long first = Seeds.of(DriverSimulationTest.class);
        Outcome outcome = LongStream.range(first, first + SEEDS)
                .parallel() // Each simulation is one thread's; the machine has more.
                .mapToObj(this::simulate)
                .reduce(Outcome.NOTHING, Outcome::plus);
        FaultSummary.add("DriverSimulationTest", "%d seeds from %d: %s", SEEDS, first, outcome);
        if (SEEDS >= 1000) {
            assertTrue(outcome.delivered() > SEEDS * 10L, "too little happens");
            for (int count : List.of(
                    outcome.deaths(),
                    outcome.restarts(),
                    outcome.laps(),
                    outcome.overruns(),
                    outcome.evictions(),
                    outcome.cleanings(),
                    outcome.retained(),
                    outcome.names(),
                    outcome.repeated(),
                    outcome.refusals(),
                    outcome.joins())) {
                assertTrue(count > SEEDS / 50, () -> "an outcome never occurs: " + outcome);
            }
        }
    }

    /** A named subscriber was evicted, a driver's death lost its note, and the next driver took its policy for DROP. */
    @Test
    void aNameWhoseHolderWasEvictedIsTakenOverWithoutItsNote() {
        simulate(14314703279880L);
    }

    private Outcome simulate(long seed) {
        try (DriverSimulation simulation = new DriverSimulation(parent.resolve("driver-" + seed), seed)) {
            return simulation.run(Math.floorMod(seed, 10) == 0 ? LONG_OPERATIONS : OPERATIONS);
        } catch (Throwable e) {
            throw new AssertionError("simulation failed: -Dtailrace.test.seed=" + seed + " -Dtailrace.test.seeds=1", e);
        }
    }
}
