/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Connector;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.QuickArguments;
import io.tailrace.tools.command.QuickCommand;
import io.tailrace.tools.command.Termination;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace sub}: prints the messages of a stream. */
@Command(
        name = "sub",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the messages of a stream, one a line, until a signal, --count or --for ends it.",
            "When the driver ends, in whatever way, says so, and goes on with the next one; nothing is lost.",
            "At the end says on the standard error how many were received, and how fast they came."
        },
        footer = {
            "",
            "Example:",
            "  tailrace sub quotes",
            "  tailrace sub quotes --count 10 --format json",
            "  tailrace sub quotes --for 10s --format none      measures the rate"
        })
public final class SubCommand implements QuickCommand {
    private static final int FRAMES_A_POLL = 256;
    private static final long UNSET = -1;
    private static final Duration DEFAULT_GRACE = Duration.ofSeconds(30);
    private static final long LONGEST_WAIT_NS = 60_000_000_000L;

    private final Termination termination;

    @Mixin
    private DirectoryOption directory = new DirectoryOption();

    @Option(
            names = "--group",
            paramLabel = "NAME",
            description = "Use another user's driver, too, if it shares its files with this group.")
    private @Nullable String group;

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "End after N messages.")
    private long count = UNSET;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "End after this time, such as 500ms, 10s or 2m; with --count it is the most to wait.")
    private long durationNs = UNSET;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text: the bytes as they are (default); hex; json: an object a line; none: nothing at all.")
    private Format format = Format.TEXT;

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            description =
                    "tail: what is published from now on (default); oldest: as much of what was as is still there.")
    private From from = From.TAIL;

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            description = {
                "block: publishers wait when this is too slow (default);",
                "drop: they do not, and what is lost is told on the standard error;",
                "evict: they wait, but not longer than --evict-after; from then on as drop."
            })
    private Policy policy = Policy.BLOCK;

    @Option(
            names = "--evict-after",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long publishers wait with --policy evict (5s).")
    private long evictAfterNs = UNSET;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = {
                "Take the place of the last subscription of this name, at the position that it had reached.",
                "When this one ends, by whatever, its place is kept for --grace, and publishers wait for it."
            })
    private @Nullable String name;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long the place of --name is kept (30s), 24 hours at most; 0s gives it up at the end.")
    private long graceNs = UNSET;

    private boolean hasStream;

    /** Where it begins. */
    enum From {
        TAIL,
        OLDEST
    }

    /** How a message is printed. */
    enum Format {
        TEXT,
        HEX,
        JSON,
        NONE
    }

    /** Makes the command; the termination ends it. */
    public SubCommand(Termination termination) {
        this.termination = termination;
    }

    @Override
    public boolean take(QuickArguments arguments) {
        switch (arguments.name()) {
            case "--dir" -> directory.set(arguments.path());
            case "--group" -> group = arguments.text();
            case "--count" -> count = Quantity.count(arguments.text());
            case "--for" -> durationNs = Quantity.durationNs(arguments.text());
            case "--format" -> format = arguments.oneOf(Format.values());
            case "--from" -> from = arguments.oneOf(From.values());
            case "--policy" -> policy = arguments.oneOf(Policy.values());
            case "--name" -> name = arguments.text();
            case "--grace" -> graceNs = Quantity.durationNs(arguments.text());
            case "--evict-after" -> evictAfterNs = Quantity.durationNs(arguments.text());
            case QuickArguments.POSITIONAL -> {
                if (hasStream) {
                    return false;
                }
                stream = arguments.text();
                hasStream = true;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isComplete() {
        return hasStream;
    }

    @Override
    public Integer call() {
        SubscriptionConfig config = config();
        long most = count == UNSET ? Long.MAX_VALUE : count;
        long endNs = durationNs == UNSET ? Long.MAX_VALUE : durationNs;
        MessagePrinter printer = MessagePrinter.of(format, Output.standard());
        try (Tailrace tailrace = Connector.connectToStay(directory.path(), group);
                Subscription subscription = tailrace.addSubscription(stream, config)) {
            Reception reception = new Reception();
            boolean ended = receive(subscription, printer, reception, most, endNs);
            printer.flush();
            if (ended && reception.messages() < count) {
                throw new CommandException(
                        ExitCode.TIMED_OUT,
                        "timed out after " + TimeUnit.NANOSECONDS.toMillis(durationNs) + " ms: stream=" + stream + ", "
                                + reception.messages() + " of " + count + " received");
            }
            Console.say(reception.summary());
            boolean endless = count == UNSET && durationNs == UNSET;
            return ended || endless ? ExitCode.OK : termination.interruptedCode();
        }
    }

    private SubscriptionConfig config() {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withPolicy(policy);
        if (evictAfterNs != UNSET) {
            if (policy != Policy.EVICT) {
                throw new CommandException(ExitCode.USAGE, "--evict-after is for --policy evict: give that too");
            }
            config = config.withEviction(Duration.ofNanos(evictAfterNs));
        }
        if (name != null) {
            config = named(config, name);
        } else if (graceNs != UNSET) {
            throw new CommandException(ExitCode.USAGE, "--grace is for --name: give that too");
        }
        return config.withJoinAt(from == From.OLDEST ? JoinAt.OLDEST : JoinAt.TAIL)
                .withOverrunHandler((image, fromPosition, toPosition) ->
                        Console.say("lost " + (toPosition - fromPosition) + " bytes: stream=" + image.stream()
                                + ", log=" + image.logId() + ", from=" + fromPosition + ", to=" + toPosition));
    }

    private SubscriptionConfig named(SubscriptionConfig config, String newName) {
        try {
            return config.withName(newName, graceNs == UNSET ? DEFAULT_GRACE : Duration.ofNanos(graceNs));
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    /** Returns whether the count or the time ended it, and no signal. */
    private boolean receive(
            Subscription subscription, MessagePrinter printer, Reception reception, long most, long endNs) {
        while (reception.messages() < most && reception.ageNs() < endNs && !termination.isRequested()) {
            int limit = (int) Math.min(FRAMES_A_POLL, most - reception.messages());
            int frames = subscription.poll(printer, limit);
            if (frames > 0) {
                reception.add(frames, printer.takeBytes());
                continue;
            }
            printer.flush();
            if (subscription.isClosed()) { // Why was told when it happened.
                throw new CommandException(
                        ExitCode.IO_FAILED,
                        "subscription lost: stream=" + stream + ", " + reception.messages() + " received");
            }
            long leftNs = Math.max(0, Math.min(endNs - reception.ageNs(), LONGEST_WAIT_NS));
            termination.await(() -> subscription.awaitMessage(Duration.ofNanos(leftNs)));
        }
        return reception.messages() >= most || reception.ageNs() >= endNs;
    }
}
