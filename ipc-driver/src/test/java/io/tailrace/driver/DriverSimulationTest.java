/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.system.MemoryDirectory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs {@link DriverSimulation} with many seeds. {@code -Dtailrace.test.seed=…} begins with the one that failed, {@code
 * -Dtailrace.test.seeds=…} says how many.
 */
@Timeout(1200)
final class DriverSimulationTest {
    private static final int SEEDS = Integer.getInteger("tailrace.test.seeds", 200);
    private static final int OPERATIONS = 400;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void everyAcceptedMessageIsDeliveredOnceInOrderToWhoWasPresent() {
        long first = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("DriverSimulationTest: first seed=" + first + ", seeds=" + SEEDS);
        long delivered = 0;
        for (long seed = first; seed < first + SEEDS; seed++) {
            try (DriverSimulation simulation = new DriverSimulation(parent.resolve("driver-" + seed), seed)) {
                delivered += simulation.run(OPERATIONS);
            } catch (Throwable e) {
                throw new AssertionError("simulation failed: -Dtailrace.test.seed=" + seed, e);
            }
        }
        assertTrue(delivered > SEEDS * 400L, "too little happens: delivered=" + delivered);
    }
}
