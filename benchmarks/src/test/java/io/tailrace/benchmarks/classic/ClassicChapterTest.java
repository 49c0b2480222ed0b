/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.classic.ClassicSection.Cell;
import io.tailrace.benchmarks.classic.ClassicSection.Row;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassicChapterTest {
    @TempDir
    Path directory;

    @Test
    void hasTheTalksRowsWithRatiosOfTheSameRound() {
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            add(all, round, Row.WAIT_FREE, "wait-free", 1, 100, 1_000);
            add(all, round, Row.AERON_BEST, "aeron/concurrent/4m-claim", 1, 100, 4_000 * round);
            add(all, round, Row.TAILRACE_CONCURRENT, "tailrace/concurrent/default", 1, 100, 2_000 * round);
            add(all, round, Row.TAILRACE_CONCURRENT, "tailrace/concurrent/default", 1, 1, 200);
        }
        String text = ClassicChapter.CHAPTER.toMarkdown(all, new Plots(directory));
        assertTrue(text.contains("### Burst length = 100, JDK 17"), text);
        assertTrue(text.contains("| Baseline (wait-free) | 1 | 1,000 | 999 | 1,001 | 721 | 982 | 1.00x |"), text);
        assertTrue(
                text.contains(
                        "| Tailrace concurrent | 1 | 4,000 | 3,999 | 4,001 | – | – | 4.00x | 0.50x [0.50–0.50] n=3 |"),
                text);
        assertTrue(text.contains("| 38.4 |"), text); // (4,000 - 200) / 99
        assertTrue(text.contains("`aeron/concurrent/4m-claim` for burst-100-producers-1"), text);
        assertTrue(Files.exists(directory.resolve("classic-burst-100-jdk17.svg")));
    }

    private static void add(
            List<Measurement> all, int round, Row row, String candidate, int producers, int burst, double ns) {
        Map<String, Object> details =
                Map.of("row", row.name(), "wait", "spin", "p50", ns - 1, "p99", ns + 1, "count", 1_000);
        String cell = Cell.name(producers, burst);
        all.add(new Measurement(ClassicSection.NAME, 17, 1, round, candidate, cell, 100, 0, ns, "ns", details));
    }
}
