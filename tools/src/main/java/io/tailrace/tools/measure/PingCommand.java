/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Latencies;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace ping}: measures whether a driver works, and how fast. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        description = "Measures round trips to a process of its own through two temporary streams of the "
                + "media driver, one at a time, after a warm-up of half a second.",
        footer = {"", "Example:", "  tailrace ping -n 10 --interval 100ms", "  tailrace ping --size 1k --json"})
public final class PingCommand extends ToolCommand {
    private static final String SCHEMA = "tailrace.ping/1";
    private static final long START_TIMEOUT_MS = 20_000;
    private static final long LONGEST_INTERVAL_NS = Duration.ofHours(1).toNanos();
    private static final Duration MEETING_TIMEOUT = Duration.ofSeconds(5);

    @Option(
            names = "-n",
            paramLabel = "COUNT",
            converter = Quantity.Count.class,
            description = "Number of round trips. Default: those of a second.")
    private long count = Pinger.FOR_A_SECOND;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Time between two starts, up to 1h. Default: back to back.")
    private long intervalNs;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Bytes of a message, 8 or more. Default: 32.")
    private long size = 32;

    @Option(
            names = "--wait",
            paramLabel = "HOW",
            description = "balanced: spin for some 20 us, then sleep (default); spin: occupy two processors; "
                    + "economy: sleep at once.")
    private WaitPolicy waitPolicy = WaitPolicy.BALANCED;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (count < 1) {
            throw new CommandException(ExitCode.USAGE, "-n out of range: value=" + count + ", min=1");
        }
        Quantity.requireRange("--interval in ns", intervalNs, 0, LONGEST_INTERVAL_NS);
        Quantity.requireRange("--size", size, Pinger.MIN_LENGTH, LogLayout.maxMessageLength(LogLayout.MAX_TERM_LENGTH));
        try (Output out = Output.standard();
                Tailrace tailrace = Connector.connect(directory().path(), "ping")) {
            Pinger pinger = ping(tailrace);
            result(out, pinger);
            return pinger.isComplete() ? ExitCode.OK : termination().interruptedCode();
        }
    }

    private void result(Output out, Pinger pinger) {
        if (!json) {
            out.text(pinger.latency().getTotalCount() + " round trips of " + size + " bytes in ")
                    .text(Quantity.latency(pinger.tookNs()) + ": " + Latencies.words(pinger.latency()))
                    .newLine();
            return;
        }
        new JsonLines(out, SCHEMA).line("roundTrips", fields -> {
            fields.writeBooleanField("complete", pinger.isComplete());
            fields.writeNumberField("sizeBytes", size);
            fields.writeStringField("wait", waitPolicy.name());
            fields.writeNumberField("tookNs", pinger.tookNs());
            fields.writeNumberField("count", pinger.latency().getTotalCount());
            fields.writeNumberField("minNs", pinger.latency().getMinValue());
            fields.writeNumberField("p50Ns", pinger.latency().getValueAtPercentile(50));
            fields.writeNumberField("p99Ns", pinger.latency().getValueAtPercentile(99));
            fields.writeNumberField("p999Ns", pinger.latency().getValueAtPercentile(99.9));
            fields.writeNumberField("maxNs", pinger.latency().getMaxValue());
        });
    }

    private Pinger ping(Tailrace tailrace) throws IOException {
        // A name that no other stream has.
        String stream = "tailrace-ping-" + ProcessHandle.current().pid() + '-' + Long.toHexString(System.nanoTime());
        List<String> arguments = List.of(
                PingEcho.NAME,
                stream,
                waitPolicy.name(),
                "--dir",
                tailrace.directory().toString());
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy);
        try (ChildJvm echo = ChildJvm.start("echo", termination(), arguments);
                Subscription back = tailrace.addSubscription(PingEcho.back(stream), config);
                Publication there = tailrace.addPublication(PingEcho.there(stream), PingEcho.CONFIG)) {
            if (size > there.maxMessageLength()) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "message too long: size=" + size + ", longest=" + there.maxMessageLength()
                                + ". Longer ones need a greater --term-length of the driver");
            }
            echo.await(PingEcho.JOINED, START_TIMEOUT_MS);
            if (!there.awaitSubscribers(1, MEETING_TIMEOUT) || !back.awaitConnected(MEETING_TIMEOUT)) {
                echo.requireAlive();
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "the echo has arrived, but its streams have not: stream=" + there.stream() + ", waitedMs="
                                + MEETING_TIMEOUT.toMillis());
            }
            Pinger pinger = new Pinger(
                    there,
                    back,
                    (int) size,
                    trips -> {
                        echo.requireAlive();
                        requireDriver(tailrace, trips);
                    },
                    termination());
            pinger.run(count, intervalNs);
            requireDriver(tailrace, pinger.latency().getTotalCount());
            if (!termination().isRequested()) { // A signal from the terminal ends both processes.
                echo.release();
            }
            return pinger;
        }
    }

    private static void requireDriver(Tailrace tailrace, long roundTrips) {
        if (!tailrace.isDriverAlive()) {
            throw Connector.driverLost(tailrace, roundTrips + " round trips");
        }
    }
}
