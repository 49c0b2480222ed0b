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
     * Requests a publication. Also lists one that the client holds.
     *
     * @param termLength of its log in bytes, or {@link #ANY_TERM_LENGTH}
     * @param askedRetainNs how long its log is kept after it has ended, or {@link #ANY_RETENTION}
     * @param beginPosition where the log begins if it is a new mirror, else 0
     * @param mirror the source if its log is a mirror, else null
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
        /** The term length of the existing log, or else the driver's default. */
        public static final int ANY_TERM_LENGTH = 0;
        /** The same for the retention. */
        public static final long ANY_RETENTION = LogEnd.DRIVERS_RETENTION;

        /** Creates a request with default properties for a log that is not a mirror. */
        public AddPublication(long registrationId, LogKind kind, String stream) {
            this(registrationId, kind, ANY_TERM_LENGTH, ANY_RETENTION, stream, 0, null);
        }
    }

    /** Requests a subscription. Also lists one that the client holds. */
    record AddSubscription(
            long registrationId, JoinAt joinAt, SubscriberPolicy policy, String stream, SubscriberName name)
            implements Command {
        /** Without a name. */
        public AddSubscription(long registrationId, JoinAt joinAt, SubscriberPolicy policy, String stream) {
            this(registrationId, joinAt, policy, stream, SubscriberName.NONE);
        }

        /** {@return a copy that begins elsewhere} */
        public AddSubscription at(JoinAt newJoinAt) {
            return new AddSubscription(registrationId, newJoinAt, policy, stream, name);
        }

        /** {@return the key that only one living subscription may have, if it has a name} */
        public Vacancy.Key key() {
            return new Vacancy.Key(stream, name.text());
        }
    }

    /** The publication has no open claim any more. */
    record RemovePublication(long registrationId) implements Command {}

    /** No thread is inside a poll of the subscription any more. */
    record RemoveSubscription(long registrationId) implements Command {}

    /** The client is about to release its lock. */
    record CloseClient() implements Command {}

    /** The client has listed everything that it holds: drop the rest, announce the listed again, then StateComplete. */
    record RequestState(long requestId) implements Command {
        private static final int DRIVER_SHIFT = 32;
        private static final long DRIVER_MASK = 0x7FFF_FFFF;

        /**
         * {@return a client's next request to a driver} An earlier driver has received at most a part of the list
         * before it.
         */
        public static RequestState madeTo(long incarnation, int number) {
            return new RequestState((incarnation & DRIVER_MASK) << DRIVER_SHIFT | (number & DRIVER_MASK));
        }

        public boolean isMadeTo(long incarnation) {
            return requestId >>> DRIVER_SHIFT == (incarnation & DRIVER_MASK);
        }
    }
}
