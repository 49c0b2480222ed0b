/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;

/**
 * How a subscriber that began in history, with kind {@link SubscriberPolicy#KIND_CATCH_UP}, starts to gate. While it
 * reads messages that were overwritten long ago, no publisher waits for it. Once it has reached the log itself, it
 * stores a wish in its slot. The keeper takes the {@code CleanersPlace}, so nothing is cleaned meanwhile, and checks
 * whether the subscriber's position is still in the log. If so, the subscriber gates from there on. If not, it was
 * overrun: it continues from history, and the wish stays.
 *
 * <pre>
 *   subscriber                      keeper, in the cleaner's place
 *   -----------------------------   ------------------------------------------
 *   read the log up to a position   is the wish there?
 *   release the position            acquire the position: not before the target?
 *   release the wish                release the policy: BLOCK
 *   acquire the policy: it gates    no cleaner passes the position from now on
 *   read in place
 * </pre>
 */
public final class Joining {
    private final MappedBuffer buffer;
    private final int slot;

    Joining(MappedBuffer buffer, int slot) {
        this.buffer = buffer;
        this.slot = slot;
    }

    /** Stores that the subscriber of this registration wants to gate. Called by its polling thread. */
    public void ask(long registrationId) {
        // Release: pairs with the acquire in isAsked; the position that the keeper then finds was read in the log.
        buffer.putLongRelease(slot + LogLayout.SUBSCRIBER_JOINS_OFFSET, registrationId);
    }

    /** {@return whether the subscriber of this registration, and no earlier one, wants to gate} */
    public boolean isAsked(long registrationId) {
        return buffer.getLongAcquire(slot + LogLayout.SUBSCRIBER_JOINS_OFFSET) == registrationId;
    }

    /** The keeper makes it gate from a position on, as if it had begun there. Called in the cleaner's place. */
    public void gate(long position, int kind) {
        buffer.putLong(slot + LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET, position);
        // Release: pairs with the acquire in gates(); and cleaners see both, because the place is released after them.
        buffer.putIntRelease(slot + LogLayout.SUBSCRIBER_POLICY_OFFSET, kind);
    }

    /** {@return whether it gates now} */
    public boolean gates() {
        // Acquire: pairs with the release in gate(); frames read in place afterwards are not overwritten.
        return SubscriberPolicy.gates(buffer.getIntAcquire(slot + LogLayout.SUBSCRIBER_POLICY_OFFSET));
    }
}
