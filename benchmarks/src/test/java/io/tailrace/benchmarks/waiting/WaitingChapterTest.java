/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitingChapterTest {
    @TempDir
    Path directory;

    @Test
    void showsWhatEachProcessTakesAndHowLateMessagesAre() {
        String text = text(
                of(17, Waiter.BALANCED, Cell.REST),
                of(17, Waiter.BALANCED, Cell.at(1_000)),
                of(17, Waiter.AERON_SPINNING, Cell.EVERY_2_S),
                of(17, Waiter.SUBSCRIBERS_64, Waiter.EVERY_50_MS));
        assertTrue(text.contains("| 0/s, tailrace/balanced | 6.00 | 1.00 | 2.00 | 3.00 | 2.50 |  |  |  | 1 |"), text);
        assertTrue(text.contains("| 1,000/s, tailrace/balanced | 6.00 | 1.00 | 2.00 | 3.00 | 2.50 | 42.0 |"), text);
        assertTrue(text.contains("| one every 2 s, aeron/spinning | 6.00 |  | 2.00 | 3.00 | 2.50 | 42.0 |"), text);
        assertTrue(text.contains("| 20/s, tailrace/subscribers-64, the last one |  |  |  |  |  | 99.0 |"), text);
        assertFalse(text.contains("economy |"), text);
        assertTrue(Files.exists(directory.resolve("waiting-delay-jdk17.svg")));
    }

    @Test
    void whatWasToBeReachedDependsOnTheJdk() {
        String text = text(of(17, Waiter.BALANCED, Cell.at(1_000)), of(25, Waiter.BALANCED, Cell.at(1_000)));
        assertTrue(text.contains("| 1,000/s, p50 | 60 µs | 42.0 µs | reached |"), text);
        assertTrue(text.contains("| 1,000/s, p50 | 30 µs | 42.0 µs | **missed** |"), text);
        assertFalse(text.contains("of silence"), text);
    }

    @Test
    void isEmptyWithoutMeasurements() {
        assertEquals("", text());
    }

    private String text(Measurement... all) {
        return WaitingChapter.CHAPTER.toMarkdown(List.of(all), new Plots(directory));
    }

    private static Measurement of(int jdk, Waiter waiter, Cell cell) {
        Map<String, Object> details = new HashMap<>(Map.of("cpu", 6, "publisherCpu", 2));
        details.putAll(Map.of("subscriberCpu", 3, "threadsCpu", 2.5));
        details.putAll(Map.of("p50", 42_000, "p99", 43_000, "max", 44_000));
        details.putAll(Map.of("lastP50", 99_000, "lastP99", 100_000, "lastMax", 101_000));
        if (waiter.library().hasDriverProcess()) {
            details.put("driverCpu", 1);
        }
        return new Measurement(
                WaitingSection.NAME, jdk, 1, 1, waiter.toString(), cell.toString(), 100, 0, 42_000, "ns", details);
    }
}
