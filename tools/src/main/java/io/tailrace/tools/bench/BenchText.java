/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bench;

import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.measure.DriverInfo;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** For people: of throughput a line for each interval and one for the median, of latency a line for each size. */
final class BenchText implements BenchReport {
    private static final String THROUGHPUT = "%9s %9s %14s %14s %10s%n";
    private static final double MIB = 1 << 20;

    private final Output out;

    BenchText(Output out) {
        this.out = out;
    }

    @Override
    public void setUp(DriverInfo driver, Machine machine, BenchPlan plan) {
        out.text(driver.describe())
                .newLine()
                .text(machine.describe())
                .newLine()
                .text(describe(plan))
                .newLine();
        int processes = plan.publishers() + plan.subscribers();
        if (processes > machine.processors()) {
            out.format(
                    "more processes than processors take part, %d on %d: the figures are the scheduler's, too%n",
                    processes, machine.processors());
        }
        if (plan.isTimed()) {
            out.format("%9s %12s%s%n", "SIZE", "MESSAGES", Latencies.heading());
        } else {
            out.format(THROUGHPUT, "SIZE", "TIME", "MESSAGES", "MESSAGES/S", "MIB/S");
        }
        out.flush();
    }

    private static String describe(BenchPlan plan) {
        return String.format(
                Locale.ROOT,
                "%s to %s, each a process of its own, %s log, by %s, waiting: %s; %s for %s, after %s of warming up",
                plural(plan.publishers(), "publisher"),
                plural(plan.subscribers(), "subscriber"),
                plan.exclusive() ? "exclusive" : "concurrent",
                plan.api().name().toLowerCase(Locale.ROOT),
                plan.waitPolicy().name().toLowerCase(Locale.ROOT),
                plan.isTimed() ? String.format(Locale.ROOT, "%,.0f messages/s", plan.rate()) : "full speed",
                Quantity.latency(plan.times().durationNs()),
                Quantity.latency(plan.times().warmUpNs()));
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    @Override
    public void interval(BenchPlan plan, BenchInterval interval) {
        if (!plan.isTimed()) {
            throughput(plan.size(), Quantity.latency(interval.tookNs()), interval.messages(), interval.perSecond());
        }
    }

    @Override
    public void result(BenchResult result) {
        BenchPlan plan = result.plan();
        if (plan.isTimed()) {
            Histogram latency = result.latency();
            out.format("%9d %,12d%s%n", plan.size(), latency.getTotalCount(), Latencies.line(latency))
                    .flush();
        } else {
            long messages = result.intervals().stream()
                    .mapToLong(BenchInterval::messages)
                    .sum();
            throughput(plan.size(), "median", messages, BenchInterval.medianPerSecond(result.intervals()));
        }
    }

    private void throughput(int size, String time, long messages, double perSecond) {
        out.format(
                        THROUGHPUT,
                        size,
                        time,
                        String.format(Locale.ROOT, "%,d", messages),
                        String.format(Locale.ROOT, "%,.0f", perSecond),
                        String.format(Locale.ROOT, "%,.1f", perSecond * size / MIB))
                .flush();
    }
}
