/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Claims of one handle that an Error left half way, until they are settled; their announcement lasts as long. Whoever catches
 * the Error records the claim under the lock of this object, with its own hands: a StackOverflowError leaves no room for a
 * call, and an OutOfMemoryError none for an object. One too many for the time of a conductor's cycle is not recorded; then the
 * handle is never quiet again.
 *
 * <p>HotSpot's interpreter looks at the stack once more when it has taken a lock, and it may be the one that records even where
 * compiled code offered. Its error comes out at the first instruction behind the lock: so that one is tried, and done again.
 */
final class InterruptedClaims {
    /** In place of the position of a claim that was announced, and not made. */
    static final long NOWHERE = -1;
    /** The same by the thread that owns the handle. */
    static final long OWNERS_NOWHERE = -2;

    private static final int MAX_CLAIMS = 256;

    final long[] positions = new long[MAX_CLAIMS];
    final int[] lengths = new int[MAX_CLAIMS];
    volatile int count;
    /** How many of those that were counted as handed out were not, after all. Written under the lock. */
    volatile long notHeld;

    /** Ends one claim. */
    interface Settlement {
        void settle(long position, int length);
    }

    /** Settles each; if that fails, what is left is settled the next time. */
    synchronized void settle(Settlement settlement) {
        for (int last = count - 1; last >= 0; last--) {
            settlement.settle(positions[last], lengths[last]);
            count = last; // No call in between: it would be ended twice.
        }
    }
}
