/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import io.tailrace.tools.measure.BenchPlan.Intervals;
import io.tailrace.tools.measure.BenchPlan.Timetable;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When messages are due, when intervals end, and how the processes of a measurement start. */
class BenchPlanTest {
    private static final long SECOND_NS = 1_000_000_000;

    @ParameterizedTest
    @CsvSource({"10000000,1,10000000", "999999999,1,999999999", "3000000000,3,1000000000", "2500000000,2,1250000000"})
    void intervalsAreEqualAndHaveAllOfTheTime(long durationNs, int intervals, long intervalNs) {
        BenchPlan.Times times = new BenchPlan.Times(7, durationNs);
        assertEquals(intervals, times.intervals());
        assertEquals(intervalNs, times.intervalNs());
    }

    @Test
    void eachEndOfAnIntervalIsToldOnce() {
        Intervals intervals = new Intervals(10, 5);
        assertFalse(intervals.hasEnded(Long.MIN_VALUE));
        assertFalse(intervals.hasEnded(9));
        assertTrue(intervals.hasEnded(10));
        assertFalse(intervals.hasEnded(14));
        assertTrue(intervals.hasEnded(21));
        assertTrue(intervals.hasEnded(21));
        assertFalse(intervals.hasEnded(21));
    }

    @Test
    void publishersTakeTurns() {
        TreeSet<Long> times = new TreeSet<>();
        for (int publisher = 0; publisher < 4; publisher++) {
            for (long number = 0; number < 25; number++) {
                times.add(new Timetable(100, 4, publisher).dueNs(number));
            }
        }
        assertEquals(100, times.size());
        long expectedNs = 0;
        for (long dueNs : times) {
            assertEquals(expectedNs, dueNs);
            expectedNs += SECOND_NS / 100;
        }
    }

    @Test
    void theCountIsThatOfTheTimes() {
        long seed = Seeds.of(BenchPlanTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            int publishers = 1 + random.nextInt(64);
            Timetable timetable =
                    new Timetable(Math.exp(random.nextDouble() * 20), publishers, random.nextInt(publishers));
            long endNs = random.nextLong(3_600 * SECOND_NS);
            long count = timetable.countBefore(endNs);
            String context = "seed=" + seed + ", timetable=" + timetable + ", endNs=" + endNs + ", count=" + count;
            assertTrue(timetable.dueNs(count) >= endNs, context);
            assertTrue(count == 0 || timetable.dueNs(count - 1) < endNs, context);
        }
    }

    @Test
    void jarAndItsFlagsAreKeptAndTheCommandIsNot() {
        assertEquals(
                List.of("-Xmx64m", "-jar", "tailrace.jar"),
                PartProcess.program(List.of("-Xmx64m", "-jar", "tailrace.jar", "ping", "-n", "1")));
    }

    @Test
    void withoutAJarItIsTheClassPath() {
        List<String> expected = List.of("-cp", System.getProperty("java.class.path"), "io.tailrace.tools.TailraceMain");
        assertEquals(expected, PartProcess.program(List.of("-cp", "classes", "Main", "ping")));
        assertEquals(expected, PartProcess.program(List.of("-jar")));
        assertEquals(expected, PartProcess.program(List.of()));
    }
}
