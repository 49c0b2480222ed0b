/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class WorkTest {
    @Test
    void isTheSameInOnePieceOrInTwo() {
        assertEquals(Work.burn(1, 5_000), Work.burn(Work.burn(1, 2_000), 3_000));
        double roundsPerUs = Work.roundsPerUs();
        assertTrue(roundsPerUs > 5 && roundsPerUs < 5_000, () -> "roundsPerUs=" + roundsPerUs);
    }

    @Test
    void usageIsThatOfTheOthers() throws InterruptedException {
        Set<Long> before = Usage.threads();
        Usage start = Usage.without(before);
        Usage[] used = new Usage[1];
        Thread worker = new Thread(() -> {
            byte[][] kept = new byte[100][];
            for (int i = 0; i < kept.length; i++) {
                kept[i] = new byte[10_000];
            }
            Work.burn(kept.length, 20_000_000);
            used[0] = Usage.without(before).since(start);
        });
        worker.start();
        worker.join();
        assertTrue(used[0].allocatedBytes() > 1_000_000, used[0].toString());
        assertTrue(used[0].cpuNs() > 1_000_000, used[0].toString());
        assertEquals(25, new Usage(1_000, 500, 0, 0).percent(250));
    }
}
