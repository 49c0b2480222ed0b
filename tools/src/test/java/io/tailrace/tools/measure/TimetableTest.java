/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import io.tailrace.tools.measure.BenchPlan.Timetable;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimetableTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void onePublisherKeepsTheRateAlone() {
        Timetable timetable = new Timetable(4, 1, 0);
        assertEquals(0, timetable.dueNs(0));
        assertEquals(250_000_000, timetable.dueNs(1));
        assertEquals(250 * SECOND_NS, timetable.dueNs(1_000));
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

    @ParameterizedTest
    @CsvSource({"0,1,0,0", "1,1,0,1", "999999999,1,0,100", "1000000000,1,0,100", "1000000001,1,0,101", "1,3,1,0"})
    void whatIsDueAtTheEndItselfComesNoMore(long endNs, int publishers, int publisher, long count) {
        assertEquals(count, new Timetable(100, publishers, publisher).countBefore(endNs));
    }

    @Test
    void allPublishersTogetherHaveEveryMessageOfTheTime() {
        assertEquals(300_000, count(100_000, 7, 3 * SECOND_NS));
        assertEquals(1, count(0.1, 3, SECOND_NS));
    }

    private static long count(double perSecond, int publishers, long endNs) {
        long count = 0;
        for (int publisher = 0; publisher < publishers; publisher++) {
            count += new Timetable(perSecond, publishers, publisher).countBefore(endNs);
        }
        return count;
    }

    @Test
    void countIsThatOfTheTimes() {
        long seed = Seeds.of(TimetableTest.class);
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
}
