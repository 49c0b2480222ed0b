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

/** How a command subscribes, and until when: options common to {@code sub} and {@code history record}. */
public final class SubscriptionOptions extends ClientOptions {
    @Option(
            names = "--from",
            paramLabel = "WHERE",
            converter = Where.class,
            description = {
                "tail: new messages (default); oldest: all still in the log;",
                "beginning, 2026-11-26T10:00:00Z, or a time ago such as 10m: from the stream's history."
            })
    private JoinAt from = JoinAt.TAIL;

    @Option(
            names = "--count",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Exit after N messages.")
    private long count = Receiver.ENDLESS;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Exit after this time, such as 500ms, 10s or 2m.")
    private long durationNs = Receiver.ENDLESS;

    @Option(names = "--until-end", description = "Exit when the initial publishers have left.")
    private boolean untilEnd;

    /** Converts the position where a subscription begins. */
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
     * {@return the conditions that end the receiving}
     *
     * @param idleNs no message has arrived for this time
     */
    public Enough enough(long idleNs) {
        return new Enough(count, durationNs, idleNs, untilEnd);
    }

    /** {@return the configuration that the options ask for; losses are reported on the standard error} */
    public SubscriptionConfig config() {
        return SubscriptionConfig.DEFAULT
                .withJoinAt(from)
                .withOverrunHandler((image, fromPosition, toPosition) ->
                        Console.say("lost " + (toPosition - fromPosition) + " bytes: stream=" + image.stream()
                                + ", log=" + image.logId() + ", from=" + fromPosition + ", to=" + toPosition));
    }
}
