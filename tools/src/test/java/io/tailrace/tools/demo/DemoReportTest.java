/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.SubscriberReport;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    @Test
    void resultAddsUpTheSubscribers() {
        DemoResult result = DemoResult.of(
                10,
                2,
                List.of(
                        new SubscriberReport(9, 1, 2, 3, histogram(100)),
                        new SubscriberReport(10, 0, 0, 0, histogram(200))));
        assertEquals(List.of(9L, 10L), result.received());
        assertEquals(1, result.lost());
        assertEquals(2, result.duplicated());
        assertEquals(3, result.reordered());
        assertEquals(5.0, result.rate());
        assertEquals(2, result.latency().getTotalCount());
        assertFalse(result.isClean());
    }

    @Test
    void onlyEveryMessageOnceAndInOrderIsClean() {
        assertTrue(result(10, 10, 0, 0, 0).isClean());
        assertFalse(result(10, 9, 0, 0, 0).isClean());
        assertFalse(result(10, 10, 1, 0, 0).isClean());
        assertFalse(result(10, 10, 0, 1, 0).isClean());
        assertFalse(result(10, 10, 0, 0, 1).isClean());
    }

    @Test
    void jsonIsOneLineWithTheKeysInOrder() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DemoResult.of(10, 2, List.of(new SubscriberReport(10, 0, 0, 0, histogram(100, 100))))
                .printJson(new Output(bytes));
        assertEquals("""
                {"sent":10,"received":[10],"lost":0,"duplicated":0,"reordered":0,"rate":5,"p50_ns":100,"p99_ns":100}
                """, bytes.toString(StandardCharsets.UTF_8));
        JsonSchemas.assertValid("demo", bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void summarySaysWhetherAllIsWell() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        result(1_000, 1_000, 0, 0, 0).print(new Output(bytes), 32);
        String good = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(good.startsWith("sent 1,000; received 1,000; lost 0, duplicated 0, reordered 0"), good);
        assertFalse(good.contains("FAILED"), good);
        bytes.reset();
        result(1_000, 999, 1, 0, 0).print(new Output(bytes), 32);
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("FAILED"));
    }

    @Test
    void lineNamesEachLag() {
        String line = DemoResult.line(3, 100_000, 32, histogram(1_000), new long[] {0, 1_234});
        assertTrue(line.contains("3 s") && line.contains("100,000") && line.contains("3.2"), line);
        assertTrue(line.endsWith("0, 1,234"), line);
    }

    private static DemoResult result(long sent, long received, long lost, long duplicated, long reordered) {
        return DemoResult.of(
                sent, 1, List.of(new SubscriberReport(received, lost, duplicated, reordered, histogram(1))));
    }

    private static Histogram histogram(long... values) {
        Histogram histogram = Latencies.newHistogram();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }
}
