/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuelChapterTest {
    @TempDir
    Path directory;

    @Test
    void lossesAreShownAsPlainlyAsWins() {
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= 4; round++) {
            all.add(throughput(round, "tailrace/exclusive/default/offer", 30e6));
            all.add(throughput(round, "tailrace/exclusive/default/claim", 10e6));
            all.add(throughput(round, "aeron/exclusive/4m/claim", 20e6));
            all.add(throughput(round, "aeron/exclusive/shipped/offer", 15e6));
        }

        String report = new DuelChapter().toMarkdown(all, new Plots(directory));

        assertTrue(
                report.contains("| exclusive, 8 B, offer | 30.0 M/s | 20.0 M/s | 4m, claim | 15.0 M/s | 1.50x"),
                report);
        assertTrue(
                report.contains("| exclusive, 8 B, claim | 10.0 M/s | 20.0 M/s | 4m, claim | 15.0 M/s | 0.50x"),
                report);
        assertTrue(report.contains("| ahead |"), report);
        assertTrue(report.contains("| BEHIND |"), report);
    }

    @Test
    void nothingMeasuredIsNothingToTell() {
        assertEquals("", new DuelChapter().toMarkdown(List.of(), new Plots(directory)));
    }

    private static Measurement throughput(int round, String candidate, double value) {
        Map<String, Object> details = Map.of("gigabytesPerSecond", 0.1, "logBytesPerMessage", 16.0, "library", "any");
        return new Measurement("duel", 17, 1, round, candidate, "throughput-8", 110, 1.0, value, "messages/s", details);
    }
}
