/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Summary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each chapter compares Tailrace with its best rival in the same rounds, and shows losses as plainly as wins. */
class ChaptersTest {
    private static final List<String> FIGURES =
            List.of("p50 p90 p99 p999 p9999 max submitP50 submitP99 maxLag".split(" ", -1));

    @TempDir
    Path directory;

    private final List<Measurement> all = new ArrayList<>();
    private String text = "";

    /** One measurement for each value, which is that of the next round. */
    private void measured(String section, String candidate, String cell, double... values) {
        measured(section, candidate, cell, Map.of(), values);
    }

    private void measured(String section, String candidate, String cell, Map<String, ?> more, double... values) {
        for (int round = 1; round <= values.length; round++) {
            double value = values[round - 1];
            Map<String, Object> details = new HashMap<>(Map.of(
                    "achieved",
                    1,
                    "description",
                    "any",
                    "wait",
                    "spin",
                    "count",
                    1_000,
                    "gigabytesPerSecond",
                    0.1,
                    "logBytesPerMessage",
                    16,
                    "fractions",
                    List.of(0.5, 0.9)));
            details.put("curve", List.of(value, value));
            FIGURES.forEach(figure -> details.put(figure, value));
            details.putAll(more);
            all.add(new Measurement(section, 17, 1, round, candidate, cell, 100, 0, value, "any", details));
        }
    }

    private void write(String section) {
        text = Sections.named(section).chapter().toMarkdown(all, new Plots(directory));
    }

    private void assertHas(String part) {
        assertTrue(text.contains(part), () -> "no '" + part + "' in " + text);
    }

    private void assertRow(String start, String part) {
        String row = text.lines()
                .filter(line -> line.startsWith("| " + start))
                .findFirst()
                .orElseThrow();
        assertTrue(row.contains(part), row);
    }

    private void assertDrawn(String plot) {
        assertHas(plot);
        assertTrue(Files.exists(directory.resolve(plot)), plot);
    }

    @Test
    void aDuelComparesWithTheBestOfAeronsConfigurations() {
        measured("duel", "tailrace/exclusive/default/offer", "throughput-8", 30e6, 30e6);
        measured("duel", "tailrace/exclusive/default/claim", "throughput-8", 10e6, 10e6);
        measured("duel", "aeron/exclusive/4m/claim", "throughput-8", 20e6, 20e6);
        measured("duel", "aeron/exclusive/shipped/offer", "throughput-8", 15e6, 15e6);
        write("duel");
        assertHas("| exclusive, 8 B, offer | 30.0 M/s | 20.0 M/s | 4m, claim | 15.0 M/s | 1.50x");
        assertHas("| exclusive, 8 B, claim | 10.0 M/s | 20.0 M/s | 4m, claim | 15.0 M/s | 0.50x");
        assertHas("| ahead |");
        assertHas("| BEHIND |");
    }

    @Test
    void twoProcessesAreComparedWithinTheirKindAndAnotherBuildReachesNoGoal() {
        String curve = "oneway-32-at-1000000";
        measured("process", "tailrace/exclusive/default", curve, 100);
        measured("process", "aeron/exclusive/4m", curve, 200);
        measured("process", "aeron/exclusive/shipped", curve, 400);
        measured("process", "aeron/concurrent/shipped", curve, 10);
        measured("process", "unix-socket", curve, Map.of("achieved", 0.25), 1_000_000);
        measured("process", "tailrace/concurrent/default", "throughput-32", 120);
        measured("process", "tailrace/concurrent/default@old", "throughput-32", 240);
        measured("process", "aeron/concurrent/4m", "throughput-32", 100);
        measured("process", "aeron/concurrent/shipped", "throughput-32", 10);
        measured("process", "tailrace/exclusive/default", "burst-32", 50);
        measured("process", "aeron/exclusive/4m", "burst-32", 100);
        write("process");
        assertRow("tailrace/exclusive/default ", "0.50x [0.50–0.50] n=1");
        assertRow("unix-socket ", "FAIL (25.0 %)"); // It could not keep the rate.
        assertRow("messages/s, 32 B, concurrent ", "| ≥ 1.30x | ≥ 2.00x | **1.20x");
        assertRow("burst of 100, p50, exclusive ", "| ≤ 0.60x | ≤ 0.40x | 0.50x");
        assertRow("32 B, tailrace/concurrent/default ", "| 4m, offer | 12.00x");
        assertRow("throughput-32, tailrace/concurrent/default@old ", "| 120.0 | 240.0 | 0.50x");
        assertDrawn("process-" + curve + "-jdk17.svg");
    }

    @Test
    void theSummaryJudgesByTheBestAeronAndByTheGoalOfTheJdk() {
        measured("duel", "tailrace/exclusive/default/offer", "throughput-8", 70, 70);
        measured("duel", "aeron/exclusive/4m/offer", "throughput-8", 35, 35);
        measured("duel", "aeron/exclusive/shipped/offer", "throughput-8", 10, 10);
        measured("duel", "tailrace/concurrent/default/offer", "roundtrip-1", 120, 120);
        measured("duel", "aeron/concurrent/4m/offer", "roundtrip-1", 100, 100);
        List<Measurement> ofJdk25 = all.stream().map(ChaptersTest::withJdk25).toList();
        text = new Summary(all).toMarkdown(new Plots(directory));
        assertRow("throughput 8 B, exclusive |", "2.00x");
        assertRow("throughput 8 B, exclusive |", "| must reached |");
        assertRow("round trip, burst 1, concurrent |", "| **NOT reached** |");
        assertRow("round trip, burst 1, concurrent, to raw |", "| aim reached |");
        assertHas("Not measured: ");
        assertHas("; throughput 16 B, exclusive;");
        assertDrawn("summary.svg");
        text = new Summary(ofJdk25).toMarkdown(new Plots(directory));
        assertRow("throughput 8 B, exclusive |", "| **NOT reached** |");
    }

    private static Measurement withJdk25(Measurement each) {
        String cell = each.cell();
        return new Measurement("duel", 25, 1, each.round(), each.candidate(), cell, 100, 0, each.value(), "", Map.of());
    }
}
