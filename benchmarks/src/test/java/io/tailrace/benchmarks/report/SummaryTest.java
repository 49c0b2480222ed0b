/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SummaryTest {
    private static final long NEAR = 100;

    @TempDir
    Path directory;

    @Test
    void lossesAreShownAsPlainlyAsWins() {
        List<Measurement> all = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            all.add(of("tailrace/exclusive/default/offer", "throughput-8", 17, round, 70));
            all.add(of("aeron/exclusive/4m/offer", "throughput-8", 17, round, 40));
            all.add(of("tailrace/concurrent/default/offer", "roundtrip-1", 17, round, 120));
            all.add(of("aeron/concurrent/4m/offer", "roundtrip-1", 17, round, 100));
        }
        String text = new Summary(all).toMarkdown(new Plots(directory));
        assertEquals("must reached", verdict(text, "throughput 8 B, exclusive"));
        assertEquals("**NOT reached**", verdict(text, "round trip, burst 1, concurrent"));
        assertEquals("aim reached", verdict(text, "round trip, burst 1, concurrent, to raw"));
        assertTrue(text.contains("Not measured: ") && text.contains("; throughput 16 B, exclusive;"), text);
        assertTrue(Files.exists(directory.resolve("summary.svg")));
    }

    @Test
    void ofSeveralConfigurationsAeronsBestCounts() {
        List<Measurement> all = List.of(
                of("tailrace/concurrent/default/offer", "throughput-8", 25, 1, 60),
                of("aeron/concurrent/shipped/offer", "throughput-8", 25, 1, 10),
                of("aeron/concurrent/4m/offer", "throughput-8", 25, 1, 30));
        assertTrue(row(new Summary(all).toMarkdown(new Plots(directory)), "throughput 8 B, concurrent")
                .contains("2.00x"));
    }

    @Test
    void jdk17HasAGoalOfItsOwn() {
        for (int jdk : List.of(17, 25)) {
            List<Measurement> all = List.of(
                    of("tailrace/exclusive/default/offer", "throughput-8", jdk, 1, 20),
                    of("aeron/exclusive/4m/offer", "throughput-8", jdk, 1, 10));
            String verdict = verdict(new Summary(all).toMarkdown(new Plots(directory)), "throughput 8 B, exclusive");
            assertEquals(jdk == 17 ? "must reached" : "**NOT reached**", verdict);
        }
    }

    @Test
    void warnsOfWhatAReaderHasToKnow() {
        Map<String, Object> facts = Map.of("failures", List.of("duel with JDK 17: lost"), "othersPercentBefore", 43.0);
        String text = new EnvironmentChapter(facts).warnings(List.of(of("raw", "x", 17, 1, 1)));
        assertTrue(text.contains("FAILED") && text.contains("lost"), text);
        assertTrue(text.contains("not quiet"), text);
        assertTrue(text.contains("did not finish"), text);
        assertFalse(text.contains("far"), text);
    }

    private static String verdict(String text, String label) {
        String[] cells = row(text, label).split("\\|", -1);
        return cells[cells.length - 2].trim();
    }

    private static String row(String text, String label) {
        return text.lines()
                .filter(line -> line.startsWith("| " + label + " |"))
                .findFirst()
                .orElseThrow();
    }

    private static Measurement of(String candidate, String cell, int jdk, int round, double value) {
        return new Measurement("duel", jdk, 1, round, candidate, cell, NEAR, 0, value, "any", Map.of());
    }
}
