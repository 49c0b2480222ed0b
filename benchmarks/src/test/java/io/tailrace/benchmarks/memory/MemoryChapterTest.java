/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.memory.MemorySection.Allocation;
import io.tailrace.benchmarks.memory.MemorySection.PageFaults;
import io.tailrace.benchmarks.memory.Trio.Libraries;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plots;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryChapterTest {
    @TempDir
    Path directory;

    @Test
    void showsWhatWasMeasuredAndDashesForTheRest() {
        String tailrace =
                Libraries.candidate(Product.TAILRACE, Candidate.DEFAULT).name();
        Map<String, Object> faults = Map.of(
                "driverFaults", 0,
                "driverAllFaults", 0,
                "publisherFaults", 0,
                "publisherAllFaults", 7,
                "subscriberFaults", 3,
                "subscriberAllFaults", 3,
                "windowMs", 5_000,
                "messages", 9);
        List<Measurement> all = List.of(
                of("tailrace/exclusive", Allocation.cell("batch"), 0.001, Map.of("nsPerMessage", 4.25)),
                of(tailrace, MemorySection.frame(100), 112, Map.of()),
                of(tailrace, PageFaults.CELL, 0.6, faults));
        String text = MemoryChapter.CHAPTER.toMarkdown(all, new Plots(directory));
        assertTrue(text.contains("| tailrace exclusive | – | – | – | – | 0.0010 | 4.3 |"), text);
        assertTrue(text.contains("| Tailrace | – | – | – | – | 112 | – |"), text);
        assertTrue(text.contains("| Tailrace, default terms | 0.6 | 0 (0) | 0 (7) | 3 (3) | 5 | 9 |"), text);
    }

    @Test
    void isEmptyWithoutMeasurements() {
        assertEquals("", MemoryChapter.CHAPTER.toMarkdown(List.of(), new Plots(directory)));
    }

    private static Measurement of(String candidate, String cell, double value, Map<String, Object> details) {
        return new Measurement(MemorySection.NAME, 17, 1, 1, candidate, cell, 100, 0, value, "any", details);
    }
}
