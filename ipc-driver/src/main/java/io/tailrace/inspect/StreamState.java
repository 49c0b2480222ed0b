/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How a stream does.
 *
 * @param culprit whom its publishers or its subscribers wait for; null unless they do
 * @param heldForNs how long its publishers have waited already; 0 unless they wait and the driver has noted it
 * @param retainedForNs how long the files of a stream that has ended still stay; 0: until it is read
 */
public record StreamState(Kind kind, @Nullable Culprit culprit, long heldForNs, long retainedForNs) {
    /** From what needs a person most to what needs one least. */
    public enum Kind {
        /** The positions of a log contradict one another. */
        DAMAGED,
        /** Publishers wait for a subscriber, or for the cleaning. */
        HELD_BACK,
        /** Subscribers wait for a claim that its publisher has not committed all the time. */
        OPEN_CLAIM,
        /** Somebody may publish, nobody reads, and no bytes come. */
        NO_SUBSCRIBER,
        /** Nobody publishes, no bytes come, and somebody wants to read or a log has no end yet. */
        NO_PUBLISHER,
        /** Bytes come. */
        FLOWING,
        /** Nothing comes, though somebody may publish and somebody reads. */
        IDLE,
        /** All its publishers have gone; the files stay to be read. */
        ENDED,
        /** Only the name of a subscription that nobody holds is left. */
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
