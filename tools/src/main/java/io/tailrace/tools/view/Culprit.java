/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.view.LogSnapshot.Publisher;
import io.tailrace.tools.view.LogSnapshot.Subscriber;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Whom others wait for.
 *
 * @param subscription its name, empty if it has none, or it is a publisher
 * @param clientId of whoever held it last, if it is a name that nobody holds; 0 where no client is meant
 * @param pid as the log says
 * @param client null if it is not there
 * @param vacantForNs how long the name is kept that nobody holds; less than 0: somebody holds it
 */
public record Culprit(
        Role role,
        String subscription,
        long clientId,
        long pid,
        @Nullable ClientView client,
        long vacantForNs) {
    /** What it is. */
    public enum Role {
        SUBSCRIBER,
        PUBLISHER,
        /** A claim that does not say yet whose it is: of any publisher. */
        SOME_PUBLISHER,
        /** The media driver, or a publisher in its place. */
        CLEANER
    }

    static final Culprit CLEANER = new Culprit(Role.CLEANER, "", 0, 0, null, -1);

    static final Culprit SOME_PUBLISHER = new Culprit(Role.SOME_PUBLISHER, "", 0, 0, null, -1);

    /** {@return one that stands in a log} */
    public static Culprit of(Subscriber subscriber, Snapshot snapshot) {
        return new Culprit(
                Role.SUBSCRIBER,
                subscriber.name(),
                subscriber.clientId(),
                subscriber.pid(),
                snapshot.clients().get(subscriber.clientId()),
                subscriber.vacantForNs());
    }

    /** {@return one that stands in a log} */
    public static Culprit of(Publisher publisher, Snapshot snapshot) {
        return new Culprit(
                Role.PUBLISHER,
                "",
                publisher.clientId(),
                publisher.pid(),
                snapshot.clients().get(publisher.clientId()),
                -1);
    }

    /** {@return it in a word or two} */
    public String name() {
        return switch (role) {
            case CLEANER -> "the cleaning";
            case SOME_PUBLISHER -> "one of its publishers";
            case SUBSCRIBER, PUBLISHER ->
                subscription.isEmpty() ? "client " + clientId : EscapedText.escape(subscription);
        };
    }

    /** {@return all that is known of it, in a line} */
    public String describe(long nowNs) {
        if (role == Role.CLEANER || role == Role.SOME_PUBLISHER) {
            return name();
        }
        StringJoiner facts = new StringJoiner(", ", name() + " (", ")");
        if (vacantForNs >= 0) {
            facts.add("nobody holds that name, kept for " + Quantity.shortDuration(vacantForNs));
            return facts.toString();
        }
        if (!subscription.isEmpty()) {
            facts.add("client " + clientId);
        }
        facts.add("pid " + pid);
        if (client == null) {
            facts.add("gone");
            return facts.toString();
        }
        if (!client.program().isEmpty()) {
            facts.add(EscapedText.escape(client.program()));
        }
        String reason = client.reason(nowNs);
        if (!reason.isEmpty()) {
            facts.add(client.life(nowNs) + ": " + reason);
        }
        return facts.toString();
    }
}
