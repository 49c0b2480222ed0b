/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ping;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
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
import io.tailrace.tools.measure.DriverInfo;
import io.tailrace.tools.measure.Machine;
import io.tailrace.tools.measure.Part;
import io.tailrace.tools.measure.PartProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tailrace ping}: whether a driver works, and how fast. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        description = {
            "Sends messages to a process of its own and back, through two streams of its own of the media driver, one "
                    + "at a time, and says how long the round trips took. Both streams are gone afterwards.",
            "Half a second before it counts is for warming up."
        },
        footer = {
            "",
            "Example:",
            "  tailrace ping                             for a second",
            "  tailrace ping -n 10 --interval 100ms      how late a message is after a pause",
            "  tailrace ping --size 1k --histogram ping.hgrm"
        })
public final class PingCommand implements Callable<Integer> {
    private static final String SCHEMA = "tailrace.ping/1";
    private static final long START_TIMEOUT_MS = 20_000;
    private static final long LONGEST_INTERVAL_NS = Duration.ofHours(1).toNanos();
    private static final Duration MEETING_TIMEOUT = Duration.ofSeconds(5);

    private final Termination termination;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(
            names = "-n",
            paramLabel = "COUNT",
            converter = Quantity.Count.class,
            description = "How many round trips. Default: as many as there are in a second.")
    private long count = PingRun.FOR_A_SECOND;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description =
                    "How far apart they begin, such as 10ms, up to 1h. Default: one as soon as the one before is back.")
    private long intervalNs;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Length of a message in bytes, 8 or more. Default: 32.")
    private long size = 32;

    @Option(
            names = "--wait",
            paramLabel = "HOW",
            description = "How both ends wait: balanced spins for some 20 us at most, then sleeps (default); spin: "
                    + "takes a processor each; economy: sleeps at once.")
    private WaitPolicy waitPolicy = WaitPolicy.BALANCED;

    @Option(
            names = "--histogram",
            paramLabel = "FILE",
            description = "Write all percentiles to a new file, in microseconds, as HdrHistogram's plotters read it.")
    private @Nullable Path histogram;

    @Option(names = "--json", description = "Write one JSON object a line: " + SCHEMA + ".")
    private boolean json;

    /** Makes the command; the termination ends it. */
    public PingCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public Integer call() throws IOException {
        checkValues();
        HistogramFile file = HistogramFile.of(histogram);
        try (Output out = Output.standard();
                Tailrace tailrace = Connector.connect(directory.path())) {
            DriverInfo driver = DriverInfo.read(tailrace.directory());
            checkSize(LogLayout.maxMessageLength(driver.termLength()));
            PingReport report = json ? PingReport.json(out, SCHEMA) : PingReport.text(out);
            report.setUp(driver, Machine.measure(), (int) size, waitPolicy);
            out.flush();
            PingRun run = new PingRun(count, intervalNs, termination);
            ping(tailrace, run);
            report.result(run);
            out.flush();
            file.write(run.latency());
            return run.isComplete() ? ExitCode.OK : termination.interruptedCode();
        }
    }

    private void ping(Tailrace tailrace, PingRun run) throws IOException {
        StreamPair streams = StreamPair.unique();
        List<String> arguments =
                List.of(PingEcho.NAME, tailrace.directory().toString(), streams.name(), waitPolicy.name());
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy);
        try (PartProcess echo = PartProcess.start("echo", termination, arguments);
                Subscription back = tailrace.addSubscription(streams.back(), config);
                Publication there = tailrace.addPublication(streams.there(), StreamPair.CONFIG)) {
            echo.await(Part.JOINED, START_TIMEOUT_MS);
            if (!there.awaitSubscribers(1, MEETING_TIMEOUT) || !back.awaitConnected(MEETING_TIMEOUT)) {
                echo.requireAlive();
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "the echo has come, but its streams have not: stream=" + streams.there() + ", waitedMs="
                                + MEETING_TIMEOUT.toMillis());
            }
            Runnable requireAlive = () -> {
                echo.requireAlive();
                requireDriver(tailrace, run);
            };
            run.run(new Pinger(there, back, (int) size, requireAlive, termination));
            requireDriver(tailrace, run);
            if (!termination.isRequested()) { // The signal of a terminal ends both.
                echo.release();
            }
        }
    }

    private static void requireDriver(Tailrace tailrace, PingRun run) {
        if (!tailrace.isDriverAlive()) {
            throw Connector.driverLost(tailrace, run.latency().getTotalCount() + " round trips");
        }
    }

    private void checkValues() {
        if (count < 1) {
            throw new CommandException(ExitCode.USAGE, "-n out of range: value=" + count + ", min=1");
        }
        if (intervalNs > LONGEST_INTERVAL_NS) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "--interval out of range: valueNs=" + intervalNs + ", maxNs=" + LONGEST_INTERVAL_NS);
        }
        if (size < Pinger.MIN_LENGTH) {
            throw new CommandException(
                    ExitCode.USAGE, "--size out of range: value=" + size + ", min=" + Pinger.MIN_LENGTH);
        }
    }

    private void checkSize(int longest) {
        if (size > longest) {
            throw new CommandException(
                    ExitCode.USAGE,
                    "message too long: size=" + size + ", longest=" + longest
                            + ". Longer ones need a greater --term-length of the driver");
        }
    }
}
