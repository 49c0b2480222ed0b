/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.HistorySimulation.Outcome;
import io.tailrace.system.FaultSummary;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.Seeds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs {@link HistorySimulation} with many seeds. {@code -Dtailrace.test.seed=…} begins with the seed that failed,
 * {@code -Dtailrace.test.seeds=…} sets their number; the default is 20, and 50 with {@code tailrace.test.rounds} at 100
 * per cent. The seed decides what each process does; the clocks and the ids of logs are the machine's.
 */
final class HistorySimulationTest {
    private static final int SEEDS =
            Integer.getInteger("tailrace.test.seeds", Math.max(20, Integer.getInteger("tailrace.test.rounds", 10) / 2));
    private static final int OPERATIONS = 500;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void everyMessageComesOnceInOrderFromDiskOrLive() {
        long first = Seeds.of(HistorySimulationTest.class);
        Outcome outcome = LongStream.range(first, first + SEEDS)
                .parallel()
                .mapToObj(this::simulate)
                .reduce(Outcome.NOTHING, Outcome::plus);
        FaultSummary.add("HistorySimulationTest", "%d seeds from %d: %s", SEEDS, first, outcome);
        if (SEEDS >= 200) {
            for (int count : List.of(
                    outcome.driverDeaths(),
                    outcome.historianDeaths(),
                    outcome.departures(),
                    outcome.gatings(),
                    outcome.comebacks(),
                    outcome.purged(),
                    outcome.told(),
                    outcome.evicted(),
                    outcome.meanwhiles(),
                    outcome.readerDeaths(),
                    outcome.repeated(),
                    outcome.reboots())) {
                assertTrue(count > SEEDS / 100, () -> "an outcome never occurs: " + outcome);
            }
        }
    }

    /**
     * A registration with a name was half made when its driver died: the name had a place in one log, but not in
     * another one that ended before it came back.
     */
    @ParameterizedTest
    @ValueSource(longs = {13781, 20547})
    void aNameThatWasHalfMadeMissesNoLog(long seed) {
        simulate(seed);
    }

    private Outcome simulate(long seed) {
        try (HistorySimulation simulation = new HistorySimulation(parent.resolve("simulation-" + seed), seed)) {
            if (seed % 50 == 0) {
                System.gc(); // The dead clients have left mappings, of which a process has only so many.
            }
            return simulation.run(OPERATIONS);
        } catch (Throwable e) {
            throw new AssertionError("simulation failed: -Dtailrace.test.seed=" + seed + " -Dtailrace.test.seeds=1", e);
        }
    }
}
