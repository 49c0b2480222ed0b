/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace-bench jitter}: how often and how long the host delays a thread that wants to run. */
@Command(
        name = "jitter",
        mixinStandardHelpOptions = true,
        description = {
            "Reads the clock in a loop, in one thread, and reports how long it was kept from running: by other "
                    + "programs, the kernel, the host of a virtual machine, or the JVM. No message can be on time more "
                    + "often than this. Needs no driver.",
        },
        footer = {
            "",
            "Example:",
            "  tailrace-bench jitter",
            "  taskset -c 3 tailrace-bench jitter --for 1m      on processor 3",
            "  tailrace-bench jitter --threshold 100us --json"
        })
public final class JitterCommand implements Callable<Integer> {
    private static final String SCHEMA = "tailrace.jitter/1";
    private static final long WARM_UP_NS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(24);

    private final Termination termination;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long to measure, up to 24h. Default: 5s.")
    private long durationNs = TimeUnit.SECONDS.toNanos(5);

    @Option(
            names = "--threshold",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "A longer time is a hiccup. Default: 10us.")
    private long thresholdNs = TimeUnit.MICROSECONDS.toNanos(10);

    @Option(names = "--json", description = "Write one JSON object: " + SCHEMA + ".")
    private boolean json;

    /** Creates the command; the termination ends it. */
    public JitterCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public Integer call() {
        Quantity.requireRange("--for in ns", durationNs, 1, LONGEST_NS);
        Machine machine = Machine.measure();
        try (Output out = Output.standard()) {
            if (!json) {
                out.text(machine.describe()).newLine().flush();
            }
            look(new Hiccups(thresholdNs), WARM_UP_NS);
            Hiccups hiccups = new Hiccups(thresholdNs);
            Long preempted = ProcStat.involuntarySwitchesDuring(() -> look(hiccups, durationNs));
            if (json) {
                write(new JsonLines(out, SCHEMA), machine, hiccups, preempted);
            } else {
                print(out, hiccups, preempted);
            }
        }
        return termination.isRequested() ? termination.interruptedCode() : ExitCode.OK;
    }

    private void look(Hiccups hiccups, long forNs) {
        long startNs = System.nanoTime();
        long lastNs = startNs;
        while (lastNs - startNs < forNs && !termination.isRequested()) {
            long nowNs = System.nanoTime();
            hiccups.add(nowNs - lastNs);
            lastNs = nowNs;
        }
    }

    private static void print(Output out, Hiccups hiccups, @Nullable Long preempted) {
        out.format("%14s%s%n", "LOOKS", Latencies.heading())
                .format("%,14d%s%n", hiccups.gaps().getTotalCount(), Latencies.line(hiccups.gaps()))
                .format(
                        "%,d hiccups of more than %s in %s: %s lost, %.3f %% of the time, the longest %s%n",
                        hiccups.count(),
                        Quantity.latency(hiccups.thresholdNs()),
                        Quantity.latency(hiccups.tookNs()),
                        Quantity.latency(hiccups.lostNs()),
                        hiccups.lostPercent(),
                        Quantity.latency(hiccups.gaps().getMaxValue()));
        if (preempted != null) {
            out.format("%,d times the scheduler gave the processor to another thread%n", preempted);
        }
    }

    private static void write(JsonLines lines, Machine machine, Hiccups hiccups, @Nullable Long preempted) {
        lines.line("hiccups", fields -> {
            machine.write(fields);
            fields.writeNumberField("tookNs", hiccups.tookNs());
            fields.writeNumberField("thresholdNs", hiccups.thresholdNs());
            fields.writeNumberField("hiccups", hiccups.count());
            fields.writeNumberField("lostNs", hiccups.lostNs());
            fields.writeNumberField("lostPercent", hiccups.lostPercent());
            if (preempted == null) {
                fields.writeNullField("preempted");
            } else {
                fields.writeNumberField("preempted", preempted);
            }
            Latencies.write(fields, hiccups.gaps());
        });
    }

    /**
     * Times between two reads of the clock by a thread that does nothing else. A long one is a hiccup: the thread did
     * not run. Not thread-safe.
     */
    static final class Hiccups {
        private final long thresholdNs;
        private final Histogram gaps = Latencies.newHistogram();
        private long count;
        private long lostNs;
        private long tookNs;

        /**
         * Starts without hiccups.
         *
         * @param thresholdNs a longer time is a hiccup
         */
        Hiccups(long thresholdNs) {
            this.thresholdNs = thresholdNs;
        }

        void add(long gapNs) {
            Latencies.record(gaps, gapNs);
            tookNs += gapNs;
            if (gapNs > thresholdNs) {
                count++;
                lostNs += gapNs;
            }
        }

        long thresholdNs() {
            return thresholdNs;
        }

        /** {@return all times} */
        Histogram gaps() {
            return gaps;
        }

        /** {@return the number of hiccups} */
        long count() {
            return count;
        }

        /** {@return the total time of all hiccups} */
        long lostNs() {
            return lostNs;
        }

        /** {@return the total time} */
        long tookNs() {
            return tookNs;
        }

        /** {@return the hiccups' part of the time} */
        double lostPercent() {
            return tookNs == 0 ? 0 : 100.0 * lostNs / tookNs;
        }
    }
}
