/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.pubsub.Receiver.Enough;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How a command subscribes: the options that {@code sub} and {@code record} have. */
final class SubscriptionOptions extends ClientOptions {
    private static final long UNSET = -1;

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
            names = "--count",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "End after N messages.")
    private long count = Receiver.ENDLESS;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "End after this time, such as 500ms, 10s or 2m; with --count it is the most to wait.")
    private long durationNs = Receiver.ENDLESS;

    /** Where it begins. */
    enum From {
        TAIL,
        OLDEST
    }

    /**
     * {@return when it has enough}
     *
     * @param idleNs when none came for so long
     * @param atEndOfStream when all publishers have gone that were there, and all was read
     */
    Enough enough(long idleNs, boolean atEndOfStream) {
        return new Enough(count, durationNs, idleNs, atEndOfStream);
    }

    /** {@return what was asked for; a loss is told on the standard error} */
    SubscriptionConfig config() {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withPolicy(policy);
        if (evictAfterNs != UNSET) {
            if (policy != Policy.EVICT) {
                throw new CommandException(ExitCode.USAGE, "--evict-after is for --policy evict: give that too");
            }
            config = config.withEviction(Duration.ofNanos(evictAfterNs));
        }
        return config.withJoinAt(from == From.OLDEST ? JoinAt.OLDEST : JoinAt.TAIL)
                .withOverrunHandler((image, fromPosition, toPosition) ->
                        Console.say("lost " + (toPosition - fromPosition) + " bytes: stream=" + image.stream()
                                + ", log=" + image.logId() + ", from=" + fromPosition + ", to=" + toPosition));
    }
}
