/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.injector.Plan.Cell;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InjectorSectionTest {
    private static final String TEN = new Cell(10, 16, 1).toString();

    @TempDir
    Path directory;

    @Test
    void showsRatiosOfTheSameRoundBesideWhatIsToBeReached() {
        List<Measurement> all = List.of(
                fullSpeed(Kind.INJECTOR, 1, 150_000, 0),
                fullSpeed(Kind.THREAD_POOL, 1, 100_000, 0),
                fullSpeed(Kind.INJECTOR, 2, 300_000, 0),
                fullSpeed(Kind.THREAD_POOL, 2, 200_000, 0),
                fullSpeed(Kind.INJECTOR, 3, 1, 50),
                fullSpeed(Kind.LOOPS, 1, 200_000, 0),
                trickle(Kind.INJECTOR, 4_000),
                trickle(Kind.THREAD_POOL, 8_000));
        String text = InjectorSection.CHAPTER.toMarkdown(all, new Plots(directory));
        assertTrue(
                text.contains("| 10 µs, 16 threads, tasks/s to thread-pool | ≥ 1.40x |  | 1.50x [1.50–1.50] n=2 |"),
                text);
        assertTrue(text.contains("| 16 threads, tailrace/injector | 225,000 | 1.50x [1.50–1.50] n=2 | 1,000 |"), text);
        assertTrue(text.contains("| 16 threads, plain-loops | 200,000 | 2.00x [2.00–2.00] n=1 |  |  |"), text);
        assertTrue(text.contains("| trickle of 5,000/s, pick-up p50 to thread-pool | ≤ 1.00x |  | 0.50x"), text);
        assertTrue(text.contains("| 5,000/s, tailrace/injector | 4.0 | 9.0 | 0.50x"), text);
        assertFalse(text.contains("fork-join |"), text);
    }

    private static Measurement fullSpeed(Kind kind, int round, double rate, double others) {
        return of(
                kind,
                TEN,
                round,
                others,
                Map.of(
                        "tasksPerSecond",
                        rate,
                        "submitNs",
                        1_000,
                        "switchesPerTask",
                        0.5,
                        "cpuPercent",
                        180,
                        "bytesPerTask",
                        24));
    }

    private static Measurement trickle(Kind kind, double p50) {
        return of(
                kind,
                Cell.trickle(5_000),
                1,
                0,
                Map.of(
                        "p50",
                        p50,
                        "p99",
                        9_000,
                        "submitP50",
                        5_000,
                        "submitP99",
                        6_000,
                        "cpuPercent",
                        2.5,
                        "switchesPerTask",
                        1));
    }

    private static Measurement of(Kind kind, String cell, int round, double others, Map<String, Object> details) {
        return new Measurement(InjectorSection.NAME, 17, 1, round, kind.candidate(), cell, 100, others, 1, "", details);
    }
}
