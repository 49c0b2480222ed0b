/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Figures.Latencies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static final long MS = 1_000_000;

    /**
     * A message each millisecond: two in the lead-in, four that count, in two intervals; the first was due half a
     * second ago.
     */
    private final Schedule schedule = new Schedule(System.nanoTime() - 500 * MS, MS, 2 * MS, 4 * MS, 2 * MS);

    private final Latencies latencies = new Latencies(schedule);

    @Test
    void leadInDoesNotCountAndEachIntervalHasItsOwnMaximum() {
        record(0, 1, 2, 3, 4, 5);
        Map<String, Object> figures = latencies.figures();
        assertEquals(4L, figures.get("count"));
        assertEquals(2, ((List<?>) figures.get("intervalMax")).size());
        assertTrue((long) figures.get("max") >= 490 * MS, "a message that should have been sent long ago is late");
    }

    @Test
    void aLostMessageIsNoticed() {
        record(0, 1, 2, 4, 5);
        assertThrows(IllegalStateException.class, latencies::figures);
    }

    @Test
    void aRepeatedMessageIsNoticed() {
        record(0, 1, 2, 2, 3, 4, 5);
        assertThrows(IllegalStateException.class, latencies::figures);
    }

    private void record(long... numbers) {
        for (long number : numbers) {
            latencies.record(schedule.timeNs(number));
        }
    }
}
