/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.WaitPolicy;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.measure.BenchPlan;
import io.tailrace.tools.measure.BenchResult;
import io.tailrace.tools.measure.BenchResult.Interval;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import io.tailrace.tools.measure.Machine.DriverInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BenchReportTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final DriverInfo DRIVER = new DriverInfo(Path.of("/dir"), 12, 1 << 22);
    private static final Machine MACHINE = new Machine("17.0.1", 4, "Fast CPU", "Linux 6.1", 150L);
    private static final BenchPlan THROUGHPUT = plan(0);
    private static final BenchPlan LATENCY = plan(1_000);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Output out = new Output(bytes);

    private static BenchPlan plan(double rate) {
        return new BenchPlan(
                rate > 0 ? BenchPlan.What.LATENCY : BenchPlan.What.THROUGHPUT,
                1 << 20,
                rate,
                1,
                2,
                BenchPlan.Api.OFFER,
                false,
                WaitPolicy.BALANCED,
                new BenchPlan.Times(SECOND_NS, 2 * SECOND_NS));
    }

    private static BenchResult result(BenchPlan plan, long sent, long due, long received, long... latenciesNs) {
        Histogram latency = Latencies.newHistogram();
        for (long ns : latenciesNs) {
            latency.recordValue(ns);
        }
        List<Interval> intervals = List.of(new Interval(SECOND_NS, 3), new Interval(SECOND_NS, 5));
        Subscriber good = new Subscriber(sent, 0, 0, 0, latency);
        Subscriber other = new Subscriber(received, sent - received, 0, 0, Latencies.newHistogram());
        return new BenchResult(plan, sent, due, intervals, List.of(good, other));
    }

    private String text() {
        out.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void tooFewProcessorsAreTold() {
        Machine small = new Machine("17.0.1", 2, "CPU", "Linux 6.1", 150L);
        new BenchReport(out, false).setUp(DRIVER, small, THROUGHPUT);
        assertTrue(text().contains("more processes than processors take part, 3 on 2"), text());
    }

    @Test
    void latencyHasALineForEachSize() {
        BenchReport report = new BenchReport(out, false);
        report.setUp(DRIVER, MACHINE, LATENCY);
        report.interval(LATENCY, new Interval(SECOND_NS, 5));
        report.result(result(LATENCY, 8, 8, 8, 100, 200, 300, 40_000));
        List<String> lines = text().lines().toList();
        assertEquals(5, lines.size());
        assertTrue(lines.get(2).contains("1,000 messages/s for 2.00 s"), lines.get(2));
        assertEquals(
                "  1048576            4   100 ns   200 ns  40.0 us  40.0 us  40.0 us  40.0 us  40.0 us", lines.get(4));
    }

    @Test
    void jsonHasEveryFigureWithItsCount() throws IOException {
        BenchReport report = new BenchReport(out, true);
        report.setUp(DRIVER, MACHINE, LATENCY);
        report.interval(THROUGHPUT, new Interval(2 * SECOND_NS, 5));
        report.result(result(THROUGHPUT, 8, 8, 8));
        report.result(result(LATENCY, 8, 9, 8, 100));
        BenchTool.assertValid("bench", text());
        assertEquals("""
                {"schema":"tailrace.bench/1","kind":"setup","directory":"/dir","driverPid":12,"termLength":4194304,\
                "jdk":"17.0.1","processors":4,"model":"Fast CPU","kernel":"Linux 6.1","coreToCoreNs":150,\
                "publishers":1,"subscribers":2,"exclusive":false,"api":"OFFER","wait":"BALANCED",\
                "warmUpNs":1000000000,"durationNs":2000000000,"rate":1000.0}
                {"schema":"tailrace.bench/1","kind":"interval","sizeBytes":1048576,"tookNs":2000000000,"messages":5,\
                "messagesPerSecond":3,"bytesPerSecond":2621440}
                {"schema":"tailrace.bench/1","kind":"throughput","sizeBytes":1048576,"sent":8,"due":8,"received":[8,8],\
                "clean":true,"messagesPerSecond":3,"bytesPerSecond":3145728}
                {"schema":"tailrace.bench/1","kind":"latency","sizeBytes":1048576,"sent":8,"due":9,"received":[8,8],\
                "clean":true,"count":1,"minNs":100,"p50Ns":100,"p90Ns":100,"p99Ns":100,"p999Ns":100,"p9999Ns":100,\
                "maxNs":100}
                """, text());
    }

    @Test
    void aMessageThatOneSubscriberMissesIsNotClean() {
        assertTrue(result(THROUGHPUT, 8, 8, 8).isClean());
        assertFalse(result(THROUGHPUT, 8, 8, 7).isClean());
        assertTrue(result(THROUGHPUT, 8, 8, 7).describeSubscribers().contains("received=7 lost=1"));
    }

    @Test
    void whatWasDueAndNotSentIsNotOnTime() {
        assertTrue(result(LATENCY, 8, 8, 8).isOnTime());
        assertFalse(result(LATENCY, 8, 9, 8).isOnTime());
    }
}
