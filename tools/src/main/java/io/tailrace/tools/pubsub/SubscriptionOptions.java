/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.pubsub.Receiver.Enough;
import java.time.Instant;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How a command subscribes: the options that {@code sub} and {@code record} have. */
public final class SubscriptionOptions extends ClientOptions {
    @Option(
            names = "--from",
            paramLabel = "WHERE",
            converter = Where.class,
            description = {
                "tail: what is published from now on (default); oldest: as much of what was as is still there;",
                "beginning, 2026-11-26T10:00:00Z, or a time ago such as 10m: from the history that is kept of it."
            })
    private JoinAt from = JoinAt.TAIL;

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

    /** Where a subscription begins, on the command line. */
    static final class Where extends Quantity.Converter<JoinAt> {
        Where() {
            super(text -> switch (text.toLowerCase(Locale.ROOT)) {
                case "tail" -> JoinAt.TAIL;
                case "oldest" -> JoinAt.OLDEST;
                case "beginning" -> JoinAt.BEGINNING;
                default -> JoinAt.time(Instant.ofEpochMilli(Quantity.timeMs(text)));
            });
        }
    }

    /**
     * {@return when it has enough}
     *
     * @param idleNs when none came for so long
     * @param atEndOfStream when all publishers have gone that were there, and all was read
     */
    public Enough enough(long idleNs, boolean atEndOfStream) {
        return new Enough(count, durationNs, idleNs, atEndOfStream);
    }

    /** {@return what was asked for; a loss is told on the standard error} */
    public SubscriptionConfig config() {
        return SubscriptionConfig.DEFAULT
                .withJoinAt(from)
                .withOverrunHandler((image, fromPosition, toPosition) ->
                        Console.say("lost " + (toPosition - fromPosition) + " bytes: stream=" + image.stream()
                                + ", log=" + image.logId() + ", from=" + fromPosition + ", to=" + toPosition));
    }
}
