/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Files;
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

        String report = DuelChapter.CHAPTER.toMarkdown(all, new Plots(directory));

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
    void limitsSumsAndRingsHaveTheirPlaces() {
        List<Measurement> all = new ArrayList<>();
        for (int payload : new int[] {56, 1024}) {
            all.add(measurement(1, "tailrace/exclusive/default/offer", "throughput-" + payload, 1e7));
        }
        all.add(measurement(1, "aeron/exclusive/4m/offer", "throughput-1024", 2e7));
        all.add(measurement(1, "raw/exclusive/256k/claim", "throughput-56", 4e7));
        all.add(measurement(1, "memcpy/exclusive/12m/offer", "throughput-1024", 2e7));
        all.add(measurement(1, "tailrace/exclusive/default/offer", "sum-1024", 2e7));
        all.add(measurement(1, "aeron/exclusive/4m/offer", "sum-1024", 1e7));
        for (String length : List.of("64k", "1m")) {
            all.add(measurement(1, "tailrace/exclusive/" + length + "/offer", "ring-64", 3e7));
            all.add(measurement(1, "aeron/exclusive/" + length + "/offer", "ring-64", 2e7));
            all.add(measurement(1, "aeron/exclusive/" + length + "-subscriber/offer", "ring-64", 2e7));
        }

        String report = DuelChapter.CHAPTER.toMarkdown(all, new Plots(directory));

        assertTrue(
                report.contains("| exclusive, 56 B, offer | 10.0 M/s | 40.0 M/s | raw, ring of 256k | 0.25x"), report);
        assertTrue(
                report.contains("| exclusive, 1,024 B, offer | 10.0 M/s | 20.0 M/s | memcpy, ring of 12m | 0.50x"),
                report);
        assertTrue(
                report.contains("| exclusive, 1,024 B, all read, offer | 20.0 M/s | 10.0 M/s | 4m, offer |"), report);
        assertTrue(report.contains("duel-jdk17-rings.svg"), report);
        assertTrue(Files.exists(directory.resolve("duel-jdk17-rings.svg")));
    }

    private static Measurement throughput(int round, String candidate, double value) {
        return measurement(round, candidate, "throughput-8", value);
    }

    private static Measurement measurement(int round, String candidate, String cell, double value) {
        Map<String, Object> details = Map.of("gigabytesPerSecond", 0.1, "logBytesPerMessage", 16.0, "library", "any");
        return new Measurement("duel", 17, 1, round, candidate, cell, 110, 1.0, value, "messages/s", details);
    }
}
