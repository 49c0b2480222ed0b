/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import org.jspecify.annotations.Nullable;

/**
 * The process that other processes wait for.
 *
 * @param subscription the name of the subscription; empty if it has none, or if the culprit is a publisher
 * @param clientId the client; for a vacant name, the client that held it last; 0 if no client is meant
 * @param pid the pid noted in the log
 * @param client null if the client is not in the snapshot
 * @param vacantForNs for a vacant name, how long it is still kept; less than 0 if a subscription holds the name
 */
public record Culprit(
        Role role,
        String subscription,
        long clientId,
        long pid,
        @Nullable ClientView client,
        long vacantForNs) {
    /** The role of the process. */
    public enum Role {
        SUBSCRIBER,
        PUBLISHER,
        /** Any publisher: the claim does not yet name its publisher. */
        SOME_PUBLISHER,
        /** The media driver, or a publisher in its place. */
        CLEANER
    }

    static final Culprit CLEANER = new Culprit(Role.CLEANER, "", 0, 0, null, -1);

    static final Culprit SOME_PUBLISHER = new Culprit(Role.SOME_PUBLISHER, "", 0, 0, null, -1);

    /** {@return a culprit found in a log} */
    public static Culprit of(Subscriber subscriber, Snapshot snapshot) {
        return new Culprit(
                Role.SUBSCRIBER,
                subscriber.name(),
                subscriber.clientId(),
                subscriber.pid(),
                snapshot.clients().get(subscriber.clientId()),
                subscriber.vacantForNs());
    }

    /** {@return a culprit found in a log} */
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
