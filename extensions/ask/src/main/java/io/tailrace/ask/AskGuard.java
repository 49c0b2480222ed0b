/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import org.jspecify.annotations.Nullable;

/**
 * Admits one thread at a time to a requester or a responder. While a thread polls, the word of its occupancy has its
 * id, so it may reenter from the handlers that the poll runs.
 */
final class AskGuard extends ThreadGuard {
    private final String what;

    /** @param what the object that one thread at a time may use */
    AskGuard(String what) {
        super(OUTSIDE);
        this.what = what;
    }

    @Override
    protected String refusal() {
        return what + " is in use by another thread, or polled from inside its own handler; one thread at a time may"
                + " use it, and its handlers may ask and answer, but not poll";
    }

    /**
     * {@return the occupancy to leave; null if the calling thread is inside already, from a handler}
     *
     * @throws IllegalStateException if another thread is inside
     */
    @Nullable
    Occupancy enterOrStay() {
        Occupancy occupancy = enterAgain();
        return occupancy != null || (current().wordAcquire() == pollWord() && !failed) ? occupancy : enter();
    }

    /** Lets the calling thread, which is inside, reenter from its handlers until it leaves. */
    static void admitHandlers(Occupancy occupancy) {
        occupancy.goOn(pollWord());
    }

    private static long pollWord() {
        return Thread.currentThread().getId() << 1 | Occupancy.INSIDE;
    }

    static void leave(@Nullable Occupancy occupancy) {
        if (occupancy != null) {
            occupancy.leave(OUTSIDE);
        }
    }
}
