/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.memory.MemorySection.Processes;
import io.tailrace.benchmarks.pair.Cell;
import io.tailrace.benchmarks.pair.Pair;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes of this section start, measure for a moment, and exit. */
@Tag("bench")
@Timeout(value = 240, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForksTest {
    @TempDir
    Path directory;

    @Test
    void everyMessageOfThePublisherArrivesAtTheSubscriber() {
        try (Lab lab = TestLab.in(directory, MemorySection.NAME)) {
            for (Product library : Processes.LIBRARIES) {
                try (Pair pair = Processes.start(lab, library, Processes.SHORT_TERMS, 2, List.of())) {
                    Map<String, Object> figures =
                            pair.run(Cell.atMost(32, 100_000), Schedule.ofMs(0, 10), schedule -> {});
                    assertEquals(1_000, Lab.number(figures, "sent"));
                    assertTrue(Processes.allocatedBytes(pair.team()) > 0);
                }
            }
        }
    }
}
