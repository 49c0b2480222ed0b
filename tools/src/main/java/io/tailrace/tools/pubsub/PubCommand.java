/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace pub}: publishes arguments, lines of the standard input, or numbered messages. */
@Command(
        name = "pub",
        description = "Publishes the messages given, or else each line of the standard input. Waits "
                + "while subscribers lag too far. Continues when the driver ends or crashes, and "
                + "with the next one. Reports the count on the standard error.",
        footer = {
            "Example:",
            "  tail -f prices.log | tailrace pub quotes",
            "  tailrace pub quotes --count 1m --size 32 --rate 100k",
            "  tailrace pub test --timed --for 10s --rate 100k"
        })
public final class PubCommand extends ToolCommand {
    private static final int UNSET = -1;
    private static final int DEFAULT_SIZE = TimedMessages.MIN_LENGTH;

    @Mixin
    private PublicationOptions options = new PublicationOptions();

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "MESSAGE", description = "Message, possibly empty.")
    private List<String> messages = new ArrayList<>();

    @Option(
            names = "--count",
            paramLabel = "N",
            description = "Publish N numbered messages instead: 1, 2, ..., with leading zeros.")
    private long count = UNSET;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = Quantity.Bytes.class,
            description = "Bytes of a numbered message; shorter messages keep the last digits. Default: 16.")
    private long size = UNSET;

    @Option(
            names = "--rate",
            paramLabel = "R",
            description = "Messages per second, such as 100k. Default: as fast as subscribers read.")
    private double rate = Double.POSITIVE_INFINITY;

    @Option(
            names = "--timed",
            description =
                    "Publish numbered messages that carry their time, for sub --timed. Default of --count: endless.")
    private boolean isTimed;

    @Option(names = "--for", paramLabel = "TIME", description = "Stop numbered messages after this time, such as 10s.")
    private Duration duration = Quantity.ENDLESS;

    @Option(names = "--exclusive", description = "Publish to an exclusive log, which is faster.")
    private boolean exclusive;

    @Override
    public Integer call() {
        checkOptions();
        PublicationConfig config = options.config(PublicationConfig.DEFAULT.termLength());
        Schedule schedule = Schedule.ofRate(rate);
        try (Tailrace tailrace = options.connect(directory(), "pub " + stream);
                Publication publication = add(tailrace, config)) {
            Sender sender = new Sender(tailrace, publication, options.waitSubscriberNs(), schedule, termination());
            boolean complete = sendAll(sender);
            Console.say(sender.sent() + " sent");
            boolean isEndless = isTimed && count == UNSET && duration.equals(Quantity.ENDLESS);
            return complete || isEndless ? ExitCode.OK : termination().interruptedCode();
        }
    }

    private Publication add(Tailrace tailrace, PublicationConfig config) {
        return exclusive ? tailrace.addExclusivePublication(stream, config) : tailrace.addPublication(stream, config);
    }

    private boolean isNumbered() {
        return count != UNSET || isTimed;
    }

    private void checkOptions() {
        if (!isNumbered() && (size != UNSET || !duration.equals(Quantity.ENDLESS))) {
            throw new CommandException(
                    ExitCode.USAGE, "--size and --for are for numbered messages: give their --count, or --timed");
        }
        if (isTimed && size != UNSET && size < TimedMessages.MIN_LENGTH) {
            throw new CommandException(
                    ExitCode.USAGE, "--size too small for --timed: size=" + size + ", min=" + TimedMessages.MIN_LENGTH);
        }
        if (isNumbered() && !messages.isEmpty()) {
            throw new CommandException(
                    ExitCode.USAGE, "--count and --timed are for numbered messages: leave it out to send those given");
        }
    }

    /** {@return false if the command was asked to end before all were sent} */
    private boolean sendAll(Sender sender) {
        if (isNumbered()) {
            return sendNumbers(sender);
        }
        if (messages.isEmpty()) {
            return InputLines.standard(termination()).sendAll(sender);
        }
        return messages.stream()
                .map(message -> message.getBytes(StandardCharsets.UTF_8))
                .allMatch(bytes -> sender.send(MappedBuffer.of(bytes), 0, bytes.length));
    }

    /**
     * Sends the numbers from 1 on, each as a message of the same size: with its time, or as decimal digits with leading
     * zeros, or only the last digits if they do not all fit.
     */
    private boolean sendNumbers(Sender sender) {
        long length = size == UNSET ? DEFAULT_SIZE : size;
        sender.checkLength(length);
        byte[] digits = new byte[(int) length];
        Arrays.fill(digits, (byte) '0');
        MappedBuffer message = MappedBuffer.of(digits);
        long last = count == UNSET ? Long.MAX_VALUE : count;
        long durationNs = duration.toNanos();
        long startNs = System.nanoTime();
        for (long number = 1; number <= last && System.nanoTime() - startNs < durationNs; number++) {
            if (!sender.await()) {
                return false;
            }
            if (isTimed) {
                TimedMessages.write(message, number, System.nanoTime());
            } else {
                increment(digits);
            }
            if (!sender.offer(message, 0, digits.length)) {
                return false;
            }
        }
        return true;
    }

    static void increment(byte[] digits) {
        for (int i = digits.length - 1; i >= 0; i--) {
            if (digits[i] < '9') {
                digits[i]++;
                return;
            }
            digits[i] = '0';
        }
    }
}
