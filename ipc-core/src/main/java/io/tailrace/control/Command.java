/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.LogKind;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import org.jspecify.annotations.Nullable;

/** A client's request to the media driver. */
public sealed interface Command {
    /**
     * Wants a publication. Also how a client lists one that it holds.
     *
     * @param termLength of its log in bytes, or {@link #ANY_TERM_LENGTH}
     * @param askedRetainNs how long its log is to stay when it has ended, or {@link #ANY_RETENTION}
     * @param beginPosition where the log begins if it is a new mirror, else 0
     * @param mirror what its log is a mirror of, else null
     */
    record AddPublication(
            long registrationId,
            LogKind kind,
            int termLength,
            long askedRetainNs,
            String stream,
            long beginPosition,
            @Nullable LogMirror mirror)
            implements Command {
        /** That of the log that is there, else the driver's. */
        public static final int ANY_TERM_LENGTH = 0;
        /** The same of the retention. */
        public static final long ANY_RETENTION = LogEnd.DRIVERS_RETENTION;

        /** Of no mirror. */
        public AddPublication(long registrationId, LogKind kind, int termLength, long askedRetainNs, String stream) {
            this(registrationId, kind, termLength, askedRetainNs, stream, 0, null);
        }

        /** Asks for nothing. */
        public AddPublication(long registrationId, LogKind kind, String stream) {
            this(registrationId, kind, ANY_TERM_LENGTH, ANY_RETENTION, stream);
        }
    }

    /** Wants a subscription. Also how a client lists one that it holds. */
    record AddSubscription(
            long registrationId, JoinAt joinAt, SubscriberPolicy policy, String stream, SubscriberName name)
            implements Command {
        /** Without a name. */
        public AddSubscription(long registrationId, JoinAt joinAt, SubscriberPolicy policy, String stream) {
            this(registrationId, joinAt, policy, stream, SubscriberName.NONE);
        }

        /** {@return the same, but for where it begins} */
        public AddSubscription at(JoinAt newJoinAt) {
            return new AddSubscription(registrationId, newJoinAt, policy, stream, name);
        }

        /** {@return what one living subscription has for itself, if it has a name} */
        public Vacancy.Key key() {
            return new Vacancy.Key(stream, name.text());
        }
    }

    /** Nothing of the publication is open any more. */
    record RemovePublication(long registrationId) implements Command {}

    /** Nobody is inside a poll of the subscription any more. */
    record RemoveSubscription(long registrationId) implements Command {}

    /** Wants the subscribers of any client that gate on a stream to do so no more. No answer: their slots show it. */
    record Evict(long clientId, String stream) implements Command {}

    /** The client is about to let go of its lock. */
    record CloseClient() implements Command {}

    /**
     * The client has listed everything that it holds: drop what it has not, tell the rest again, then StateComplete.
     */
    record RequestState(long requestId) implements Command {
        private static final int DRIVER_SHIFT = 32;
        private static final long DRIVER_MASK = 0x7FFF_FFFF;

        /**
         * {@return a client's next request to a driver} Another driver has heard at most a part of the list before it.
         */
        public static RequestState madeTo(long incarnation, int number) {
            return new RequestState((incarnation & DRIVER_MASK) << DRIVER_SHIFT | (number & DRIVER_MASK));
        }

        public boolean isMadeTo(long incarnation) {
            return requestId >>> DRIVER_SHIFT == (incarnation & DRIVER_MASK);
        }

        /** {@return whether it says to which driver it is made; earlier versions do not} */
        public boolean namesDriver() {
            return requestId >>> DRIVER_SHIFT != 0;
        }
    }
}
