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
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.measure.Machine.DriverInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace ping}: measures whether a driver works, and how fast. */
@Command(
        name = "ping",
        mixinStandardHelpOptions = true,
        description = "Measures round trips to a process of its own through two temporary streams of the "
                + "media driver, one at a time, after a warm-up of half a second.",
        footer = {
            "",
            "Example:",
            "  tailrace ping -n 10 --interval 100ms",
            "  tailrace ping --size 1k --histogram ping.hgrm"
        })
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

    @Option(
            names = "--histogram",
            paramLabel = "FILE",
            description = "New file for all percentiles, for HdrHistogram's plotters.")
    private @Nullable Path histogram;

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        if (count < 1) {
            throw new CommandException(ExitCode.USAGE, "-n out of range: value=" + count + ", min=1");
        }
        Quantity.requireRange("--interval in ns", intervalNs, 0, LONGEST_INTERVAL_NS);
        Quantity.requireRange("--size", size, Pinger.MIN_LENGTH, LogLayout.maxMessageLength(LogLayout.MAX_TERM_LENGTH));
        HistogramFile file = HistogramFile.of(histogram);
        try (Output out = Output.standard();
                Tailrace tailrace = Connector.connect(directory().path(), "ping")) {
            DriverInfo driver = DriverInfo.read(tailrace.directory());
            driver.requireRoomFor(size);
            JsonLines lines = json ? new JsonLines(out, SCHEMA) : null;
            setUp(out, lines, driver, Machine.measure());
            Pinger pinger = ping(tailrace);
            result(out, lines, pinger);
            file.write(pinger.latency());
            return pinger.isComplete() ? ExitCode.OK : termination().interruptedCode();
        }
    }

    private void setUp(Output out, @Nullable JsonLines lines, DriverInfo driver, Machine machine) {
        if (lines == null) {
            out.text(driver.describe() + '\n' + machine.describe() + '\n')
                    .format(
                            "round trips of %d bytes between two processes, one at a time, waiting: %s%n",
                            size, waitPolicy.name().toLowerCase(Locale.ROOT));
        } else {
            lines.line("setup", fields -> {
                driver.write(fields);
                machine.write(fields);
                fields.writeNumberField("sizeBytes", size);
                fields.writeStringField("wait", waitPolicy.name());
            });
        }
        out.flush();
    }

    private static void result(Output out, @Nullable JsonLines lines, Pinger pinger) {
        if (lines == null) {
            out.format("%12s%s%n", "ROUND TRIPS", Latencies.heading())
                    .format("%,12d%s%n", pinger.latency().getTotalCount(), Latencies.line(pinger.latency()))
                    .format(
                            "in %s, after %s of warming up%n",
                            Quantity.latency(pinger.tookNs()), Quantity.latency(Pinger.WARM_UP_NS));
        } else {
            lines.line("roundTrips", fields -> {
                fields.writeBooleanField("complete", pinger.isComplete());
                fields.writeNumberField("tookNs", pinger.tookNs());
                fields.writeNumberField("warmUpNs", Pinger.WARM_UP_NS);
                Latencies.write(fields, pinger.latency());
            });
        }
        out.flush();
    }

    private Pinger ping(Tailrace tailrace) throws IOException {
        String stream = Part.newStream("ping");
        List<String> arguments = List.of(PingEcho.NAME, tailrace.directory().toString(), stream, waitPolicy.name());
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy);
        try (PartProcess echo = PartProcess.start("echo", termination(), arguments);
                Subscription back = tailrace.addSubscription(PingEcho.back(stream), config);
                Publication there = tailrace.addPublication(PingEcho.there(stream), PingEcho.CONFIG)) {
            echo.await(Part.JOINED, START_TIMEOUT_MS);
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

    /**
     * Writes the percentiles of a histogram in HdrHistogram's text format, which its plotters read ({@code .hgrm}).
     */
    record HistogramFile(@Nullable Path path) {
        private static final int STEPS_PER_HALF_DISTANCE = 5;
        private static final double NS_PER_US = 1e3;

        /**
         * {@return a file to be made; null for none}
         *
         * @throws CommandException if it exists, before the user waits for the result
         */
        static HistogramFile of(@Nullable Path path) {
            if (path != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                throw exists(path);
            }
            return new HistogramFile(path);
        }

        void write(Histogram latency) throws IOException {
            if (path == null) {
                return;
            }
            try {
                Files.write(path, text(latency), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException e) {
                throw exists(path);
            }
        }

        static byte[] text(Histogram latency) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (PrintStream text = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
                latency.outputPercentileDistribution(text, STEPS_PER_HALF_DISTANCE, NS_PER_US);
            }
            return bytes.toByteArray();
        }

        private static CommandException exists(Path path) {
            return new CommandException(
                    ExitCode.IN_USE,
                    "file exists: path=" + path + "; a histogram is not overwritten: remove it, or give another");
        }
    }
}
