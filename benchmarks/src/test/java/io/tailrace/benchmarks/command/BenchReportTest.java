/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

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
    void peopleGetALineForEachIntervalOrSize() {
        Machine small = new Machine("17.0.1", 2, "CPU", "Linux 6.1", 150L);
        BenchReport report = new BenchReport(out, false);
        report.setUp(DRIVER, small, THROUGHPUT);
        report.interval(THROUGHPUT, new Interval(SECOND_NS, 5));
        report.result(result(THROUGHPUT, 8, 8, 8));
        assertTrue(text().contains("more processes than processors take part, 3 on 2"), text());
        assertTrue(text().contains("\n  1048576    1.00 s              5              5"), text());
        assertTrue(text().contains("\n  1048576    median              8              3"), text());
        report.setUp(DRIVER, MACHINE, LATENCY);
        report.interval(LATENCY, new Interval(SECOND_NS, 5));
        report.result(result(LATENCY, 8, 8, 8, 100, 200, 300, 40_000));
        assertTrue(text().contains("1 publisher to 2 subscribers, "), text());
        assertTrue(text().contains("1,000 messages/s for 2.00 s"), text());
        assertTrue(
                text().endsWith("\n  1048576            4   100 ns   200 ns  "
                        + "40.0 us  40.0 us  40.0 us  40.0 us  40.0 us\n"),
                text());
    }

    @Test
    void aMessageThatOneSubscriberMissesIsNotCleanAndOneThatWasNotSentIsNotOnTime() {
        assertTrue(result(THROUGHPUT, 8, 8, 8).isClean());
        assertFalse(result(THROUGHPUT, 8, 8, 7).isClean());
        assertTrue(result(THROUGHPUT, 8, 8, 7).describeSubscribers().contains("received=7 lost=1"));
        assertTrue(result(LATENCY, 8, 8, 8).isOnTime());
        assertFalse(result(LATENCY, 8, 9, 8).isOnTime());
    }
}
