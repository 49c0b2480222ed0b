/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.measure.BenchPlan;
import io.tailrace.tools.measure.BenchPlan.Api;
import io.tailrace.tools.measure.BenchPlan.Message;
import io.tailrace.tools.measure.BenchResult;
import io.tailrace.tools.measure.BenchRun;
import io.tailrace.tools.measure.Machine;
import io.tailrace.tools.measure.Machine.DriverInfo;
import io.tailrace.tools.measure.Part;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace-bench bench}: throughput or latency of a driver. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the throughput of a media driver at full speed, or the latency of messages at a rate. "
                    + "Every publisher and subscriber is its own process, on a temporary stream.",
            "Every subscriber checks that it gets each message once and in order; only then the exit code is 0.",
            "Latency is one way, from the time at which a message was due, not sent: so a publisher that was held up "
                    + "hides nothing."
        },
        footer = {
            "",
            "Example:",
            "  tailrace-bench bench throughput",
            "  tailrace-bench bench throughput --size 32,1k,4k --api claim --exclusive",
            "  tailrace-bench bench latency --rate 50k --subscribers 2 --for 10s --json"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final int MOST_PROCESSES = 64;
    private static final double DEFAULT_RATE = 100_000;
    private static final long HIGHEST_RATE = 1_000_000_000;
    private static final long SHORTEST_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NS = TimeUnit.HOURS.toNanos(1);

    private final Termination termination;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Parameters(
            index = "0",
            paramLabel = "WHAT",
            description = "throughput: messages at full speed; latency: the delay at a rate.")
    private What what = What.THROUGHPUT;

    @Option(
            names = "--size",
            split = ",",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Length of a message in bytes, 8 or more, of latency 16; several one after the other, such "
                    + "as 32,128,1k. Default: 32.")
    private List<Long> sizes = List.of(32L);

    @Option(
            names = "--rate",
            paramLabel = "R",
            converter = Quantity.Rate.class,
            description = "Latency: messages a second of all publishers together, 1 to 1g. Default: 100k.")
    private @Nullable Double rate;

    @Option(
            names = "--publishers",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Number of publishers, 1 to 64. Default: 1.")
    private long publishers = 1;

    @Option(
            names = "--subscribers",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Number of subscribers, 1 to 64. Default: 1.")
    private long subscribers = 1;

    @Option(
            names = "--api",
            paramLabel = "API",
            description = "offer: messages are copied into the log (default); claim: they are written in place.")
    private Api api = Api.OFFER;

    @Option(names = "--exclusive", description = "Each publisher has its own log; else they share one.")
    private boolean exclusive;

    @Option(
            names = "--wait",
            paramLabel = "HOW",
            description = "How subscribers wait: balanced spins for some 20 us at most, then sleeps (default); spin: "
                    + "takes a processor each; economy: sleeps at once.")
    private WaitPolicy waitPolicy = WaitPolicy.BALANCED;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long to measure each size, 10ms to 1h. Default: 3s.")
    private long durationNs = TimeUnit.SECONDS.toNanos(3);

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long to run before that, 0s to 1h. Default: 2s.")
    private long warmUpNs = TimeUnit.SECONDS.toNanos(2);

    @Option(names = "--json", description = "Write one JSON object a line: " + BenchReport.SCHEMA + ".")
    private boolean json;

    /** The quantity to measure. */
    enum What {
        THROUGHPUT,
        LATENCY
    }

    /** Creates the command; the termination ends it. */
    public BenchCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public Integer call() throws IOException {
        List<BenchPlan> plans = plans();
        try (Output out = Output.standard()) {
            DriverInfo driver = driver();
            plans.forEach(plan -> driver.requireRoomFor(plan.size()));
            BenchReport report = new BenchReport(out, json);
            report.setUp(driver, Machine.measure(), plans.get(0));
            for (BenchPlan plan : plans) {
                run(driver, plan, report);
            }
        }
        return ExitCode.OK;
    }

    /** Opened as by a client, so failures are reported as everywhere. */
    private DriverInfo driver() throws IOException {
        try (Tailrace tailrace = Connector.connect(directory.path(), "bench")) {
            return DriverInfo.read(tailrace.directory());
        }
    }

    private void run(DriverInfo driver, BenchPlan plan, BenchReport report) throws IOException {
        BenchResult result;
        try (BenchRun run = new BenchRun(driver.directory(), Part.newStream("bench"), plan, termination)) {
            result = run.run((interval, marks, sent) -> report.interval(plan, interval));
            run.release();
        }
        report.result(result);
        if (!result.isClean()) {
            throw new CommandException(
                    ExitCode.INTERNAL,
                    "messages were lost, repeated or out of order: size=" + plan.size() + ", sent=" + result.sent()
                            + ", " + result.describeSubscribers());
        }
        if (!result.isOnTime()) {
            throw new CommandException(
                    ExitCode.TIMED_OUT,
                    "rate not reached: size=" + plan.size() + ", sent=" + result.sent() + ", due=" + result.due()
                            + ": latency is that of a queue that grows. Give a lower --rate, or more --publishers");
        }
    }

    private List<BenchPlan> plans() {
        boolean timed = what == What.LATENCY;
        if (!timed && rate != null) {
            throw new CommandException(ExitCode.USAGE, "--rate is for latency: leave it out to measure throughput");
        }
        double perSecond = timed ? rate() : 0;
        Quantity.requireRange("--publishers", publishers, 1, MOST_PROCESSES);
        Quantity.requireRange("--subscribers", subscribers, 1, MOST_PROCESSES);
        Quantity.requireRange("--for in ns", durationNs, SHORTEST_NS, LONGEST_NS);
        Quantity.requireRange("--warm-up in ns", warmUpNs, 0, LONGEST_NS);
        int shortest = timed ? Message.MIN_TIMED_LENGTH : Message.MIN_LENGTH;
        List<BenchPlan> plans = new ArrayList<>();
        for (long size : sizes) {
            Quantity.requireRange("--size", size, shortest, LogLayout.maxMessageLength(LogLayout.MAX_TERM_LENGTH));
            plans.add(new BenchPlan(
                    timed ? BenchPlan.What.LATENCY : BenchPlan.What.THROUGHPUT,
                    (int) size,
                    perSecond,
                    (int) publishers,
                    (int) subscribers,
                    api,
                    exclusive,
                    waitPolicy,
                    new BenchPlan.Times(warmUpNs, durationNs)));
        }
        return plans;
    }

    private double rate() {
        double perSecond = rate == null ? DEFAULT_RATE : rate;
        Quantity.requireRange("--rate", (long) perSecond, 1, HIGHEST_RATE);
        return perSecond;
    }
}
