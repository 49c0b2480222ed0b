/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.JsonLines;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private final Histogram latency = Latencies.newHistogram();

    @Test
    void percentilesStandBelowTheirTitles() {
        for (int i = 1; i <= 1_000; i++) {
            Latencies.record(latency, i * 1_000L);
        }
        assertEquals("      MIN      50%      90%      99%    99.9%   99.99%      MAX", Latencies.heading());
        assertEquals("  1.00 us   500 us   900 us   990 us   999 us  1.00 ms  1.00 ms", Latencies.line(latency));
    }

    @Test
    void oneTimeIsAllPercentiles() {
        Latencies.record(latency, 428);
        assertEquals("   428 ns".repeat(7), Latencies.line(latency));
    }

    @Test
    void nothingIsZero() {
        assertEquals("     0 ns".repeat(7), Latencies.line(latency));
    }

    @Test
    void jsonHasTheCount() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Latencies.record(latency, 100);
        new JsonLines(out, "s/1").line("k", json -> Latencies.write(json, latency));
        assertEquals("""
                {"schema":"s/1","kind":"k","count":1,"minNs":100,"p50Ns":100,"p90Ns":100,"p99Ns":100,"p999Ns":100,\
                "p9999Ns":100,"maxNs":100}
                """, out.toString(StandardCharsets.UTF_8));
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
