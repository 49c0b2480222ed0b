/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * The policy for a subscriber that is too slow.
 *
 * @param kind as in the subscriber's slot; an unknown kind counts as gating, so that nothing is lost
 * @param evictAfterNs how long it may hold publishers back; only for kind EVICT
 */
public record SubscriberPolicy(int kind, long evictAfterNs) {
    public static final int KIND_BLOCK = 1;
    public static final int KIND_DROP = 2;
    public static final int KIND_EVICT = 3;
    /** It does not gate, and reads from history the messages that were overwritten. */
    public static final int KIND_CATCH_UP = 5;

    /** It gates: it holds publishers back. */
    public static final SubscriberPolicy BLOCK = new SubscriberPolicy(KIND_BLOCK, 0);
    /** It does not gate: it is overrun. */
    public static final SubscriberPolicy DROP = new SubscriberPolicy(KIND_DROP, 0);

    /** It does not gate: it reads overwritten messages from history. */
    public static final SubscriberPolicy CATCH_UP = new SubscriberPolicy(KIND_CATCH_UP, 0);

    /**
     * {@return whether publishers wait for a subscriber of this kind} Also true for an unknown kind, so that nothing is
     * lost.
     */
    public static boolean gates(int kind) {
        return kind != KIND_DROP && kind != KIND_CATCH_UP;
    }

    /** {@return the policy of a kind, as a subscriber asks for it} */
    public static SubscriberPolicy of(int kind, long evictAfterNs) {
        return switch (kind) {
            case KIND_DROP -> DROP;
            case KIND_EVICT -> evict(evictAfterNs);
            case KIND_CATCH_UP -> CATCH_UP;
            default -> BLOCK;
        };
    }

    /** {@return gating until it has held publishers back for this long; from then on DROP} */
    public static SubscriberPolicy evict(long afterNs) {
        return new SubscriberPolicy(KIND_EVICT, afterNs);
    }
}
