/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.WaitPolicy;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DemoReportTest {
    private static final BenchPlan PLAN = new BenchPlan(
            BenchPlan.What.DEMO,
            32,
            0,
            1,
            2,
            BenchPlan.Api.CLAIM,
            false,
            WaitPolicy.BALANCED,
            new BenchPlan.Times(0, 2_000_000_000));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Test
    void jsonIsOneLineWithTheKeysInOrderAndTheSumsOfTheSubscribers() {
        DemoRun.printJson(
                result(new Subscriber(9, 1, 2, 3, histogram(100)), new Subscriber(10, 0, 0, 1, histogram(100))),
                new Output(bytes));
        assertEquals("""
                {"sent":10,"received":[9,10],"lost":1,"duplicated":2,"reordered":4,"rate":5,"p50_ns":100,"p99_ns":100}
                """, bytes.toString(StandardCharsets.UTF_8));
        JsonSchemas.assertValid("demo", bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void summarySaysWhetherAllIsWell() {
        DemoRun.print(result(new Subscriber(10, 0, 0, 0, histogram(1))), new Output(bytes));
        String good = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(good.startsWith("sent 10; received 10; lost 0, duplicated 0, reordered 0"), good);
        assertFalse(good.contains("FAILED"), good);
        bytes.reset();
        DemoRun.print(result(new Subscriber(9, 1, 0, 0, histogram(1))), new Output(bytes));
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("FAILED"));
    }

    @Test
    void lineNamesEachLag() {
        String line = DemoRun.line(3, 100_000, 32, histogram(1_000), List.of(0L, 1_234L));
        assertTrue(line.contains("3 s") && line.contains("100,000") && line.contains("3.2"), line);
        assertTrue(line.endsWith("   0, 1,234"), line);
    }

    private static BenchResult result(Subscriber... subscribers) {
        return new BenchResult(PLAN, 10, 10, List.of(), List.of(subscribers));
    }

    private static Histogram histogram(long... values) {
        Histogram histogram = Latencies.newHistogram();
        for (long value : values) {
            histogram.recordValue(value);
        }
        return histogram;
    }
}
