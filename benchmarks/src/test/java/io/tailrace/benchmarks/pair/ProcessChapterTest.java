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
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessChapterTest {
    private static final String MILLION = "oneway-32-at-1000000";

    @TempDir
    private Path directory;

    private final List<Measurement> measurements = new ArrayList<>();

    @Test
    void tailraceIsComparedWithTheBestAeronOfItsKind() {
        measure("tailrace/exclusive/default", 100, 1);
        measure("aeron/exclusive/4m", 200, 1);
        measure("aeron/exclusive/shipped", 400, 1);
        measure("aeron/concurrent/shipped", 10, 1);

        assertTrue(row("tailrace/exclusive/default").contains("0.50x [0.50–0.50] n=1"));
    }

    @Test
    void whatMissesItsGoalIsBoldWhereItMissesIt() {
        measure("tailrace/concurrent/default", "throughput-32", 1, 120);
        measure("aeron/concurrent/4m", "throughput-32", 1, 100);
        measure("aeron/concurrent/shipped", "throughput-32", 1, 10);
        measure("tailrace/exclusive/default", "burst-32", 1, 50);
        measure("aeron/exclusive/4m", "burst-32", 1, 100);

        assertTrue(row("messages/s, 32 B, concurrent").contains("| ≥ 1.30x | ≥ 2.00x | **1.20x"));
        assertTrue(row("burst of 100, p50, exclusive").contains("| ≤ 0.60x | ≤ 0.40x | 0.50x"));
        assertTrue(row("32 B, tailrace/concurrent/default").contains("| 4m, offer | 12.00x"));
    }

    @Test
    void anotherBuildIsComparedWithThisOneAndReachesNoGoal() {
        measure("tailrace/concurrent/default", "throughput-32", 1, 120);
        measure("tailrace/concurrent/default@old", "throughput-32", 1, 240);
        measure("aeron/concurrent/4m", "throughput-32", 1, 100);

        assertTrue(row("throughput-32, tailrace/concurrent/default@old").contains("| 120.0 | 240.0 | 0.50x"));
        assertTrue(row("messages/s, 32 B, concurrent").contains("**1.20x"));
    }

    @Test
    void whoCannotKeepTheRateHasFailed() {
        measure("unix-socket", 1_000_000, 0.25);

        assertTrue(row("unix-socket").contains("FAIL (25.0 %)"));
    }

    @Test
    void curvesAreDrawnAtAMillionASecond() {
        measure("tailrace/exclusive/default", 100, 1);

        assertTrue(chapter().contains("process-" + MILLION + "-jdk17.svg"));
        assertTrue(Files.exists(directory.resolve("process-" + MILLION + "-jdk17.svg")));
    }

    private void measure(String candidate, double ns, double achieved) {
        measure(candidate, MILLION, achieved, ns);
    }

    private void measure(String candidate, String cell, double achieved, double ns) {
        Map<String, Object> details =
                new TreeMap<>(Map.of("achieved", achieved, "maxLag", ns, "description", "a library"));
        for (String figure : List.of("p50", "p90", "p99", "p999", "p9999", "max")) {
            details.put(figure, ns);
        }
        details.put("fractions", List.of(0.5, 0.9, 0.99));
        details.put("curve", List.of(ns, ns, ns));
        measurements.add(new Measurement("process", 17, 1, 1, candidate, cell, 100, 0, ns, "ns", details));
    }

    private String chapter() {
        return ProcessChapter.CHAPTER.toMarkdown(measurements, new Plots(directory));
    }

    private String row(String candidate) {
        return chapter()
                .lines()
                .filter(line -> line.startsWith("| " + candidate + " "))
                .findFirst()
                .orElseThrow();
    }
}
