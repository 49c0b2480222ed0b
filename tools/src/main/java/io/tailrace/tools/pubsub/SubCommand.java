/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.command.ToolCommand;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace sub}: prints the messages of a stream. */
@Command(
        name = "sub",
        description = "Prints the messages of a stream, one per line, until a signal, --count, --for or --until-end. "
                + "Continues when the driver ends or crashes, and with the next one; nothing is "
                + "lost. Reports count and rate on the standard error.",
        footer = {
            "Example:",
            "  tailrace sub quotes --from oldest --count 10 --format json",
            "  tailrace sub test --timed"
        })
public final class SubCommand extends ToolCommand {
    private static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);
    private static final long ENDLESS = Long.MAX_VALUE;
    private static final int FRAMES_A_POLL = 256;
    private static final long SHORTEST_NS = 1_000_000;
    private static final long LONGEST_WAIT_NS = 60_000_000_000L;

    /** After one log of a stream has ended, there may be none for a moment before the next one. */
    private static final long SETTLED_NS = 100_000_000;

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text: the bytes as they are (default); hex; json: one object per line; none.")
    private Format format = Format.TEXT;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = {
                "block: publishers wait for this subscriber (default);",
                "drop: they do not; losses are reported;",
                "evict: they wait for --evict-after, then as drop;",
                "catch_up: they do not; missed messages come from the stream's history."
            })
    private Policy policy = Policy.BLOCK;

    @Option(
            names = "--evict-after",
            paramLabel = "TIME",
            description = "How long publishers wait with evict. Default: 5s.")
    private @Nullable Duration evictAfter;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Resume where the last subscription of this name ended; publishers wait for the "
                    + "next one for --lease.")
    private @Nullable String name;

    @Option(
            names = "--lease",
            paramLabel = "TIME",
            description = "How long the position of --name is kept, up to 24h. Default: 30s.")
    private @Nullable Duration lease;

    @Option(
            names = "--timed",
            description = "Show rate and latencies of the messages of pub --timed each second, and what was lost or "
                    + "repeated, instead of the messages.")
    private boolean isTimed;

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            converter = Where.class,
            description = {
                "tail: new messages (default); oldest: all still in the log;",
                "beginning, 2026-11-26T10:00:00Z, or a time ago such as 10m: from the stream's history."
            })
    private JoinAt from = JoinAt.TAIL;

    @Option(names = "--count", paramLabel = "N", description = "Exit after N messages.")
    private long count = ENDLESS;

    @Option(names = "--for", paramLabel = "TIME", description = "Exit after this time, such as 10s or 2m.")
    private Duration duration = Quantity.ENDLESS;

    @Option(names = "--until-end", description = "Exit when the initial publishers have left.")
    private boolean untilEnd;

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Also use another user's driver if it shares its files with this group.")
    private @Nullable String group;

    private long startNs;
    private long messages;
    private long bytes;
    private long firstNs;
    private long lastNs;
    private boolean wasConnected;

    /** The form in which a message is printed. */
    public enum Format {
        TEXT,
        HEX,
        JSON,
        NONE
    }

    @Override
    public Integer call() {
        SubscriptionConfig config = config();
        Output output = Output.standard();
        try (TimedMessages timed = isTimed ? new TimedMessages(output) : null;
                Tailrace tailrace = Connector.connectToStay(directory().path(), "sub " + stream, group);
                Subscription subscription = tailrace.addSubscription(stream, config)) {
            if (timed != null) {
                timed.begin();
            }
            int exitCode = receiveAll(
                    subscription,
                    timed == null ? printer(format, output) : timed,
                    timed == null ? output::flush : timed::tick);
            if (timed != null) {
                timed.end();
            }
            checkCount(subscription);
            tell();
            return exitCode;
        }
    }

    /**
     * Receives messages until there are enough, or the command is asked to end.
     *
     * @param flush flushes the sink while there are no more messages
     * @return the exit code
     * @throws CommandException if the subscription is lost
     */
    private int receiveAll(Subscription subscription, FrameHandler sink, Runnable flush) {
        Termination termination = termination();
        FrameHandler handler = (buffer, offset, length, header) -> {
            bytes += length;
            sink.onFrame(buffer, offset, length, header);
        };
        startNs = System.nanoTime();
        while (!hasEnough(subscription) && !termination.isRequested()) {
            int frames = subscription.poll(handler, (int) Math.min(FRAMES_A_POLL, count - messages));
            if (frames > 0) {
                lastNs = System.nanoTime();
                firstNs = messages == 0 ? lastNs : firstNs;
                messages += frames;
                continue;
            }
            flush.run();
            if (subscription.isClosed()) { // The reason was reported when it happened.
                throw new CommandException(
                        ExitCode.IO_FAILED, "subscription lost: stream=" + stream + ", " + messages + " received");
            }
            termination.await(() -> subscription.awaitMessage(Duration.ofNanos(waitNs())));
        }
        flush.run();
        boolean isEndless = count == ENDLESS && duration.equals(Quantity.ENDLESS) && !untilEnd;
        return hasEnough(subscription) || isEndless ? ExitCode.OK : termination.interruptedCode();
    }

    private long ageNs() {
        return System.nanoTime() - startNs;
    }

    /** {@return the time since the last message} */
    private long idleNs() {
        return messages == 0 ? ageNs() : System.nanoTime() - lastNs;
    }

    private boolean hasEnough(Subscription subscription) {
        return messages >= count || ageNs() >= duration.toNanos() || (untilEnd && hasEnded(subscription));
    }

    private boolean hasEnded(Subscription subscription) {
        boolean connected = subscription.isConnected();
        wasConnected |= connected || messages > 0;
        return wasConnected && !connected && idleNs() >= SETTLED_NS;
    }

    private long waitNs() {
        long leftNs = duration.toNanos() - ageNs();
        return Math.max(0, Math.min(leftNs, untilEnd ? SETTLED_NS : LONGEST_WAIT_NS));
    }

    /** Fails if fewer messages arrived than were asked for, because another condition ended the receiving first. */
    private void checkCount(Subscription subscription) {
        if (count != ENDLESS && messages < count && hasEnough(subscription)) {
            String end = ageNs() >= duration.toNanos()
                    ? "timed out after " + duration.toMillis() + " ms"
                    : "the stream has ended";
            throw new CommandException(
                    ExitCode.TIMED_OUT, end + ": stream=" + stream + ", " + messages + " of " + count + " received");
        }
    }

    /**
     * Reports on the standard error how many messages arrived, and at what rate: that between the first and the last
     * message; if all arrived at once, that over the whole time.
     */
    private void tell() {
        long flowNs = lastNs - firstNs;
        double seconds = Math.max(flowNs >= SHORTEST_NS ? flowNs : ageNs(), 1) / 1e9;
        Console.say(messages + " received, "
                + String.format(Locale.ROOT, "%,.0f messages/s, %.1f MB/s", messages / seconds, bytes / seconds / 1e6));
    }

    /** {@return a handler that prints messages, one a line} */
    public static FrameHandler printer(Format format, Output output) {
        return switch (format) {
            case TEXT ->
                (buffer, offset, length, header) ->
                        output.bytes(buffer, offset, length).newLine();
            case HEX ->
                (buffer, offset, length, header) ->
                        output.hex(buffer, offset, length).newLine();
            case JSON -> json(output);
            case NONE -> (buffer, offset, length, header) -> {};
        };
    }

    /** Prints an object a line: with {@code text} if the bytes are UTF-8, else with {@code hex}. */
    private static FrameHandler json(Output output) {
        JsonLines lines = new JsonLines(output, "");
        return (buffer, offset, length, header) -> {
            byte[] bytes = new byte[length];
            buffer.getBytes(offset, bytes);
            String text = EscapedText.decode(bytes, length, false);
            lines.object(json -> {
                json.writeNumberField("position", header.position());
                json.writeNumberField("publisher", header.publisherId());
                json.writeNumberField("length", length);
                json.writeStringField(
                        text == null ? "hex" : "text", text == null ? EscapedText.hex(bytes, length) : text);
            });
        };
    }

    private SubscriptionConfig config() {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withJoinAt(from)
                .withPolicy(policy)
                .withOverrunHandler((image, fromPosition, toPosition) ->
                        Console.say("lost " + (toPosition - fromPosition) + " bytes: stream=" + image.stream()
                                + ", log=" + image.logId() + ", from=" + fromPosition + ", to=" + toPosition));
        if (evictAfter != null) {
            if (policy != Policy.EVICT) {
                throw new CommandException(ExitCode.USAGE, "--evict-after is for --policy evict: give that too");
            }
            config = config.withEviction(evictAfter);
        }
        if (name != null) {
            return config.withName(name, lease == null ? DEFAULT_LEASE : lease);
        }
        if (lease != null) {
            throw new CommandException(ExitCode.USAGE, "--lease is for --name: give that too");
        }
        return config;
    }

    /** Converts the position where a subscription begins. */
    private static final class Where extends Quantity.Converter<JoinAt> {
        Where() {
            super(text -> switch (text.toLowerCase(Locale.ROOT)) {
                case "tail" -> JoinAt.TAIL;
                case "oldest" -> JoinAt.OLDEST;
                case "beginning" -> JoinAt.BEGINNING;
                default -> JoinAt.time(Instant.ofEpochMilli(Quantity.timeMs(text)));
            });
        }
    }
}
