/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.measure.BenchResult.Subscriber;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriberReportTest {
    @Test
    void reportSurvivesItsLine() {
        Histogram latency = Latencies.newHistogram();
        for (long ns : new long[] {0, 250, 80_000, Latencies.LONGEST_NS}) {
            Latencies.record(latency, ns);
        }
        Subscriber report = new Subscriber(1_000, 2, 3, 4, latency);
        assertEquals(report, Subscriber.parse(report.toLine()));
    }

    @Test
    void emptyReportSurvivesItsLine() {
        Subscriber report = new Subscriber(0, 0, 0, 0, Latencies.newHistogram());
        assertEquals(report, Subscriber.parse(report.toLine()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1 2 3 4", "a 0 0 0 AAAA", "1 0 0 0 ?"})
    void whatIsNoReportIsRefused(String line) {
        assertThrows(IllegalArgumentException.class, () -> Subscriber.parse(line));
    }

    @Test
    void onlyEveryMessageOnceAndInOrderIsClean() {
        Histogram none = Latencies.newHistogram();
        assertTrue(new Subscriber(10, 0, 0, 0, none).isClean(10));
        assertFalse(new Subscriber(9, 0, 0, 0, none).isClean(10));
        assertFalse(new Subscriber(10, 1, 0, 0, none).isClean(10));
        assertFalse(new Subscriber(10, 0, 1, 0, none).isClean(10));
        assertFalse(new Subscriber(10, 0, 0, 1, none).isClean(10));
    }
}
