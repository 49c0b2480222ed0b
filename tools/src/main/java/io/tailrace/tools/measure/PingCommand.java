/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.FrameHandler;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
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
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace ping}: measures whether a driver works, and how fast. */
@Command(
        name = "ping",
        description = "Measures round trips to a process of its own through two temporary streams of the "
                + "media driver, one at a time, after a warm-up of half a second.",
        footer = {"Example:", "  tailrace ping -n 10 --interval 100ms", "  tailrace ping --size 1k --json"})
public final class PingCommand extends ToolCommand {
    /** The command that only {@code ping} itself uses. */
    public static final String ECHO = "ping-echo";

    private static final String SCHEMA = "tailrace.ping/1";
    /** As many round trips as fit into a second. */
    private static final long FOR_A_SECOND = Long.MAX_VALUE;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long WARM_UP_NS = SECOND_NS / 2;
    private static final long START_TIMEOUT_MS = 20_000;
    private static final long LONGEST_INTERVAL_NS = Duration.ofHours(1).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(100);

    @Option(names = "-n", paramLabel = "COUNT", description = "Number of round trips. Default: those of a second.")
    private long count = FOR_A_SECOND;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            description = "Time between two starts, up to 1h. Default: back to back.")
    private Duration interval = Duration.ZERO;

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

    private final Histogram latency = Latencies.newHistogram();
    private long tookNs;
    private long sent;
    private long received;
    private int receivedLength;
    private final FrameHandler handler = (buffer, offset, length, header) -> {
        this.received = buffer.getLong(offset);
        this.receivedLength = length;
    };

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (count < 1) {
            throw new CommandException(ExitCode.USAGE, "-n out of range: value=" + count + ", min=1");
        }
        Quantity.requireRange("--interval in ns", interval.toNanos(), 0, LONGEST_INTERVAL_NS);
        Quantity.requireRange("--size", size, Long.BYTES, LogLayout.maxMessageLength(LogLayout.MAX_TERM_LENGTH));
        try (Output out = Output.standard();
                Tailrace tailrace = Connector.connect(directory().path(), "ping")) {
            ping(tailrace);
            result(out);
            return hasEnough() ? ExitCode.OK : termination().interruptedCode();
        }
    }

    private boolean hasEnough() {
        return latency.getTotalCount() >= count || (count == FOR_A_SECOND && tookNs >= SECOND_NS);
    }

    private void result(Output out) {
        if (!json) {
            out.text(latency.getTotalCount() + " round trips of " + size + " bytes in ")
                    .text(Quantity.latency(tookNs) + ": " + Latencies.words(latency))
                    .newLine();
            return;
        }
        new JsonLines(out, SCHEMA).line("roundTrips", fields -> {
            fields.writeBooleanField("complete", hasEnough());
            fields.writeNumberField("sizeBytes", size);
            fields.writeStringField("wait", waitPolicy.name());
            fields.writeNumberField("tookNs", tookNs);
            fields.writeNumberField("count", latency.getTotalCount());
            fields.writeNumberField("minNs", latency.getMinValue());
            fields.writeNumberField("p50Ns", latency.getValueAtPercentile(50));
            fields.writeNumberField("p99Ns", latency.getValueAtPercentile(99));
            fields.writeNumberField("p999Ns", latency.getValueAtPercentile(99.9));
            fields.writeNumberField("maxNs", latency.getMaxValue());
        });
    }

    private void ping(Tailrace tailrace) throws IOException, InterruptedException {
        // A name that no other stream has.
        String stream = "tailrace-ping-" + ProcessHandle.current().pid() + '-' + Long.toHexString(System.nanoTime());
        List<String> arguments = List.of(
                ECHO, stream, waitPolicy.name(), "--dir", tailrace.directory().toString());
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy);
        try (ChildJvm echo = ChildJvm.start("echo", termination(), arguments);
                Subscription back = tailrace.addSubscription(Echo.back(stream), config);
                Publication there = tailrace.addPublication(Echo.there(stream), Echo.CONFIG)) {
            if (size > there.maxMessageLength()) {
                throw new CommandException(
                        ExitCode.USAGE,
                        "message too long: size=" + size + ", longest=" + there.maxMessageLength()
                                + ". Longer ones need a greater --term-length of the driver");
            }
            echo.await(Echo.JOINED, START_TIMEOUT_MS);
            if (!there.awaitSubscribers(1, PATIENCE) || !back.awaitConnected(PATIENCE)) {
                echo.requireAlive();
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "the echo has arrived, but its streams have not: stream=" + there.stream() + ", waitedMs="
                                + PATIENCE.toMillis());
            }
            Ends ends = new Ends(tailrace, echo, there, back, MappedBuffer.allocate((int) size));
            measure(ends);
            requireAlive(ends);
            if (!termination().isRequested()) { // A signal from the terminal ends both processes.
                echo.release();
            }
        }
    }

    /** Both processes, the two streams between them, and the one message that goes there and comes back. */
    private record Ends(Tailrace tailrace, ChildJvm echo, Publication there, Subscription back, MappedBuffer message) {}

    /** Warms up, then measures until there are enough or the command is asked to end. */
    private void measure(Ends ends) throws InterruptedException {
        long warmNs = System.nanoTime() + WARM_UP_NS;
        boolean goOn = true;
        while (goOn && System.nanoTime() < warmNs) {
            goOn = roundTrip(ends);
        }
        latency.reset();
        long startNs = System.nanoTime();
        for (long dueNs = startNs; goOn && !hasEnough(); dueNs += interval.toNanos()) {
            goOn = termination().sleepUntil(dueNs) && roundTrip(ends); // The wake-up may be late.
            tookNs = System.nanoTime() - startNs;
        }
    }

    /** {@return false if the command was asked to end} */
    private boolean roundTrip(Ends ends) throws InterruptedException {
        requireAlive(ends); // Messages still flow without a driver, but this is not measured.
        ends.message.putLong(0, ++sent);
        long startNs = System.nanoTime();
        boolean isSent = send(ends);
        while (!isSent || ends.back.poll(handler, 1, LOOK) == 0) {
            if (termination().isRequested()) {
                return false;
            }
            requireAlive(ends);
            if (System.nanoTime() - startNs > PATIENCE.toNanos()) {
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "no echo within " + PATIENCE.toMillis() + " ms: message=" + sent
                                + ", its process is alive, but stopped or without a processor");
            }
            isSent = isSent || send(ends);
        }
        latency.recordValue(Latencies.inRange(System.nanoTime() - startNs));
        if (received != sent || receivedLength != size) {
            throw new CommandException(
                    ExitCode.INTERNAL,
                    "another message came back: number=" + received + ", length=" + receivedLength + ", expected="
                            + sent + ", length=" + size);
        }
        return !termination().isRequested();
    }

    private boolean send(Ends ends) {
        try {
            ends.there.offer(ends.message, 0, ends.message.capacity(), LOOK);
            return true;
        } catch (OfferTimeoutException e) {
            return false;
        }
    }

    /** Fails if the other end or the driver has gone. */
    private void requireAlive(Ends ends) throws InterruptedException {
        ends.echo.requireAlive();
        if (!ends.tailrace.isDriverAlive()) {
            throw Connector.driverLost(ends.tailrace, latency.getTotalCount() + " round trips");
        }
    }

    /** The other end of {@code ping} in a process of its own: publishes each message that it receives. */
    @Command(name = PingCommand.ECHO, hidden = true)
    public static final class Echo extends ToolCommand {
        static final String JOINED = "JOINED";

        /** The logs are deleted with their publishers, however these end: they are not retained for later readers. */
        static final PublicationConfig CONFIG = PublicationConfig.DEFAULT.withRetention(Duration.ZERO);

        private static final int FRAMES_A_POLL = 16;
        /** Only one message is in flight; if there is no space for its echo, ping has stopped waiting for it. */
        private static final Duration SPACE_PATIENCE = Duration.ofSeconds(1);

        @Parameters(index = "0")
        private String stream = "";

        @Parameters(index = "1")
        private WaitPolicy waitPolicy = WaitPolicy.BALANCED;

        private long echoed;

        static String there(String stream) {
            return stream + "-there";
        }

        static String back(String stream) {
            return stream + "-back";
        }

        @Override
        public Integer call() {
            try (Tailrace tailrace = Connector.connect(directory().path(), "ping echo");
                    Subscription there = tailrace.addSubscription(
                            there(stream), SubscriptionConfig.DEFAULT.withWaitPolicy(waitPolicy));
                    Publication back = tailrace.addPublication(back(stream), CONFIG)) {
                FrameHandler echo = (buffer, offset, length, header) -> {
                    back.offer(buffer, offset, length, SPACE_PATIENCE);
                    echoed++;
                };
                Output.standard().text(JOINED).newLine().flush();
                while (!termination().isRequested()) {
                    int frames = there.poll(echo, FRAMES_A_POLL, LOOK);
                    if (frames == 0 && !tailrace.isDriverAlive()) {
                        throw Connector.driverLost(tailrace, echoed + " echoed");
                    }
                }
            }
            return ExitCode.OK;
        }
    }
}
