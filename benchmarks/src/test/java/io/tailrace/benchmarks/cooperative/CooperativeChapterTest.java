/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CooperativeChapterTest {
    @TempDir
    Path directory;

    @Test
    void showsMediansOfQuietRoundsBesideWhatWasPublished() {
        List<Measurement> all = List.of(
                of(25, 250_000, 20, 0),
                of(25, 250_000, 22, 0),
                of(25, 250_000, 99, 50),
                of(1_000, 10_000, 3, 0),
                of(CooperativeSection.WOKEN, 1_000, 2, 0));
        String text = CooperativeChapter.CHAPTER.toMarkdown(all, new Plots(directory));
        assertTrue(text.contains("| 250,000, 25 µs | 21.0 | 75 | 9,999 | 42 | 124 | 5,000 | 2 |"), text);
        assertTrue(text.contains("| 10,000, 1,000 µs | 3.0 |  | 9,999 | 42 | 124 | 5,000 | 1 |"), text);
        assertTrue(text.contains("| 1,000, woken | 2.0 |  | 9,999 | 42 | 124 | 5,000 | 1 |"), text);
        assertFalse(text.contains("| 500,000, "), text);
    }

    @Test
    void isEmptyWithoutMeasurements() {
        assertEquals("", CooperativeChapter.CHAPTER.toMarkdown(List.of(), new Plots(directory)));
    }

    private static Measurement of(int minIdleUs, int rate, double cpu, double others) {
        Map<String, Object> details =
                Map.of("cpuPercent", cpu, "delivered", 9_999, "p50", 42_000, "p99", 124_000, "parks", 5_000);
        return new Measurement(
                CooperativeSection.NAME,
                17,
                1,
                1,
                CooperativeSection.candidate(minIdleUs),
                CooperativeSection.cell(rate),
                100,
                others,
                cpu,
                "% of a core",
                details);
    }
}
