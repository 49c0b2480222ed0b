/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.HistorySimulation.Outcome;
import io.tailrace.system.FaultSummary;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link HistorySimulation} with many seeds. {@code -Dtailrace.test.seed=…} begins with the seed that failed,
 * {@code -Dtailrace.test.seeds=…} sets their number; the default is 200, scaled by {@code tailrace.test.rounds} in per
 * cent.
 */
@Timeout(1200)
final class HistorySimulationTest {
    private static final int SEEDS =
            Integer.getInteger("tailrace.test.seeds", 2 * Integer.getInteger("tailrace.test.rounds", 10));
    private static final int OPERATIONS = 500;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void everyMessageComesOnceInOrderFromDiskOrLive() {
        long first = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("HistorySimulationTest: first seed=" + first + ", seeds=" + SEEDS);
        Outcome outcome = LongStream.range(first, first + SEEDS)
                .parallel()
                .mapToObj(this::simulate)
                .reduce(Outcome.NOTHING, Outcome::plus);
        System.out.println("HistorySimulationTest: " + outcome);
        FaultSummary.add("HistorySimulationTest", "%d seeds from %d: %s", SEEDS, first, outcome);
        if (SEEDS >= 200) {
            for (int count : List.of(
                    outcome.driverDeaths(),
                    outcome.historianDeaths(),
                    outcome.departures(),
                    outcome.gatings(),
                    outcome.comebacks(),
                    outcome.purged(),
                    outcome.told())) {
                assertTrue(count > SEEDS / 50, () -> "an outcome never occurs: " + outcome);
            }
        }
    }

    private Outcome simulate(long seed) {
        try (HistorySimulation simulation = new HistorySimulation(parent.resolve("simulation-" + seed), seed)) {
            return simulation.run(OPERATIONS);
        } catch (Throwable e) {
            throw new AssertionError("simulation failed: -Dtailrace.test.seed=" + seed + " -Dtailrace.test.seeds=1", e);
        }
    }
}
