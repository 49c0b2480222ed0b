/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private final Histogram latency = Latencies.newHistogram();

    @Test
    void percentilesStandBelowTheirTitles() {
        assertEquals("      0 ns".repeat(4), Latencies.line(latency));
        for (int i = 1; i <= 1_000; i++) {
            Latencies.record(latency, i * 1_000L);
        }
        assertEquals("       p50       p99     p99.9       max", Latencies.HEADING);
        assertEquals("    500 us    990 us    999 us   1.00 ms", Latencies.line(latency));
        assertEquals("p50 500 us, p99 990 us, p99.9 999 us, max 1.00 ms", Latencies.words(latency));
    }

    @Test
    void whatIsOutOfRangeCountsAsItsEnd() {
        Latencies.record(latency, -5);
        Latencies.record(latency, Long.MAX_VALUE);
        assertEquals(2, latency.getTotalCount());
        assertEquals(0, latency.getMinValue());
        assertTrue(latency.getMaxValue() >= Latencies.LONGEST_NS);
    }
}
