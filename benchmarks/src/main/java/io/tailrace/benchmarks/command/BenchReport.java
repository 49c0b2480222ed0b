/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.measure.BenchPlan;
import io.tailrace.tools.measure.BenchResult;
import io.tailrace.tools.measure.BenchResult.Interval;
import io.tailrace.tools.measure.BenchResult.Subscriber;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import io.tailrace.tools.measure.Machine.DriverInfo;
import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Prints the set-up and the results of {@code bench}. For people: for throughput, a line for each interval and one for
 * the median; for latency, a line for each size. For programs: an object for the set-up, each interval, and each size.
 * One thread.
 */
final class BenchReport {
    static final String SCHEMA = "tailrace.bench/1";
    private static final String THROUGHPUT = "%9s %9s %14s %14s %10s%n";
    private static final double MIB = 1 << 20;

    private final Output out;
    private final @Nullable JsonLines lines;

    BenchReport(Output out, boolean json) {
        this.out = out;
        this.lines = json ? new JsonLines(out, SCHEMA) : null;
    }

    /**
     * Prints the set-up, before the first run.
     *
     * @param plan of the first run; the plans of the others differ in size
     */
    void setUp(DriverInfo driver, Machine machine, BenchPlan plan) {
        if (lines == null) {
            text(driver, machine, plan);
        } else {
            lines.line("setup", json -> {
                driver.write(json);
                machine.write(json);
                json.writeNumberField("publishers", plan.publishers());
                json.writeNumberField("subscribers", plan.subscribers());
                json.writeBooleanField("exclusive", plan.exclusive());
                json.writeStringField("api", plan.api().name());
                json.writeStringField("wait", plan.waitPolicy().name());
                json.writeNumberField("warmUpNs", plan.times().warmUpNs());
                json.writeNumberField("durationNs", plan.times().durationNs());
                json.writeNumberField("rate", plan.rate());
            });
        }
        out.flush();
    }

    private void text(DriverInfo driver, Machine machine, BenchPlan plan) {
        out.text(driver.describe() + '\n' + machine.describe() + '\n')
                .format(
                        "%s to %s, each a process of its own, %s log, by %s, waiting: %s; %s for %s,"
                                + " after %s of warming up%n",
                        plural(plan.publishers(), "publisher"),
                        plural(plan.subscribers(), "subscriber"),
                        plan.exclusive() ? "exclusive" : "concurrent",
                        plan.api().name().toLowerCase(Locale.ROOT),
                        plan.waitPolicy().name().toLowerCase(Locale.ROOT),
                        plan.isTimed() ? String.format(Locale.ROOT, "%,.0f messages/s", plan.rate()) : "full speed",
                        Quantity.latency(plan.times().durationNs()),
                        Quantity.latency(plan.times().warmUpNs()));
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
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** An interval of a run that has just ended. */
    void interval(BenchPlan plan, Interval interval) {
        if (lines != null) {
            lines.line("interval", json -> {
                json.writeNumberField("sizeBytes", plan.size());
                json.writeNumberField("tookNs", interval.tookNs());
                json.writeNumberField("messages", interval.messages());
                perSecond(json, plan, interval.perSecond());
            });
        } else if (!plan.isTimed()) {
            throughput(plan.size(), Quantity.latency(interval.tookNs()), interval.messages(), interval.perSecond());
        }
        out.flush();
    }

    /** Prints the result of a run. */
    void result(BenchResult result) {
        BenchPlan plan = result.plan();
        Histogram latency = result.latency();
        if (lines != null) {
            lines.line(plan.isTimed() ? "latency" : "throughput", json -> json(json, result));
        } else if (plan.isTimed()) {
            out.format("%9d %,12d%s%n", plan.size(), latency.getTotalCount(), Latencies.line(latency));
        } else {
            long messages =
                    result.intervals().stream().mapToLong(Interval::messages).sum();
            throughput(plan.size(), "median", messages, Interval.medianPerSecond(result.intervals()));
        }
        out.flush();
    }

    private static void json(JsonGenerator json, BenchResult result) throws IOException {
        json.writeNumberField("sizeBytes", result.plan().size());
        json.writeNumberField("sent", result.sent());
        json.writeNumberField("due", result.due());
        json.writeArrayFieldStart("received");
        for (Subscriber subscriber : result.subscribers()) {
            json.writeNumber(subscriber.received());
        }
        json.writeEndArray();
        json.writeBooleanField("clean", result.isClean());
        if (result.plan().isTimed()) {
            Latencies.write(json, result.latency());
        } else {
            perSecond(json, result.plan(), Interval.medianPerSecond(result.intervals()));
        }
    }

    private static void perSecond(JsonGenerator json, BenchPlan plan, double perSecond) throws IOException {
        json.writeNumberField("messagesPerSecond", Math.round(perSecond));
        json.writeNumberField("bytesPerSecond", Math.round(perSecond * plan.size()));
    }

    private void throughput(int size, String time, long messages, double perSecond) {
        out.format(
                THROUGHPUT,
                size,
                time,
                String.format(Locale.ROOT, "%,d", messages),
                String.format(Locale.ROOT, "%,.0f", perSecond),
                String.format(Locale.ROOT, "%,.1f", perSecond * size / MIB));
    }
}
