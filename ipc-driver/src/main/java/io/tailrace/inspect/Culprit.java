/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
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
}
