/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.LogSnapshot.Publisher;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The state of a stream.
 *
 * @param culprit the process that its publishers or its subscribers wait for; null if they do not wait
 * @param heldForNs how long its publishers have been waiting; 0 unless they wait and the driver has noted it
 * @param retainedForNs how long the files of an ended stream still stay; 0 if they stay until it is read
 */
public record StreamState(Kind kind, @Nullable Culprit culprit, long heldForNs, long retainedForNs) {
    /** The kinds, in the order of their need for a person, the most urgent first. */
    public enum Kind {
        /** The positions of a log contradict one another. */
        DAMAGED,
        /** Publishers wait for a subscriber, or for the cleaning. */
        HELD_BACK,
        /** Subscribers wait for a claim that its publisher has not committed during the whole interval. */
        OPEN_CLAIM,
        /** The stream has publishers but no subscriber, and no bytes arrive. */
        NO_SUBSCRIBER,
        /** The stream has no publisher, no bytes arrive, and a subscriber waits or a log has no end yet. */
        NO_PUBLISHER,
        /** Bytes arrive. */
        FLOWING,
        /** Nothing arrives, though the stream has publishers and subscribers. */
        IDLE,
        /** All publishers have left; the files stay for readers. */
        ENDED,
        /** Only a vacant name of a subscription is left. */
        VACANT;

        /** {@return it in words} */
        public String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    static StreamState of(Kind kind) {
        return new StreamState(kind, null, 0, 0);
    }

    static StreamState because(Kind kind, Culprit culprit) {
        return new StreamState(kind, culprit, 0, 0);
    }

    StreamState since(long newHeldForNs) {
        return new StreamState(kind, culprit, newHeldForNs, retainedForNs);
    }

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
}
