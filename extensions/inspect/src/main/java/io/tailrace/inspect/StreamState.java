/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

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
}
