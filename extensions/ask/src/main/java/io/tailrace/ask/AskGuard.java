/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.internal.Handles;
import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Admits one thread at a time to a requester or a responder. That thread may reenter from the handlers that a poll
 * runs.
 */
final class AskGuard extends ThreadGuard {
    private final String what;
    private final Poller poller = new Poller();

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

    @Override
    protected void settle() {
        poller.end();
        super.settle();
    }

    /**
     * {@return the occupancy to leave; null if the calling thread is inside already, from a handler}
     *
     * @throws IllegalStateException if another thread is inside
     */
    @Nullable
    Occupancy enterOrStay() {
        Occupancy occupancy = tryEnter();
        return occupancy != null || (poller.isPolling(Thread.currentThread()) && !failed) ? occupancy : enter();
    }

    /**
     * {@return the occupancy to leave}
     *
     * @throws IllegalStateException if a thread is inside, be it the calling one
     */
    Occupancy enterPoll() {
        Occupancy occupancy = enter();
        poller.begin(Thread.currentThread());
        return occupancy;
    }

    void leave(@Nullable Occupancy occupancy) {
        if (occupancy != null) {
            occupancy.leave(OUTSIDE);
        }
    }

    void leavePoll(Occupancy occupancy) {
        poller.end();
        occupancy.leave(OUTSIDE);
    }

    /** Records which thread is inside a poll. That thread may reenter from the handlers that it runs. */
    static final class Poller {
        private static final VarHandle POLLING = Handles.field(MethodHandles.lookup(), "polling", boolean.class);

        /**
         * The thread that polls, or polled last. Stored only when it changes, because storing a reference costs a
         * barrier.
         */
        private @Nullable Thread thread;

        @SuppressWarnings("unused") // through its VarHandle
        private boolean polling;

        /** The lock: admits one thread at a time. */
        void begin(Thread self) {
            if (thread != self) {
                thread = self;
            }
            // Release: pairs with the acquire in isPolling. Otherwise a thread that polled before could mistake this
            // thread's poll for its own and enter at the same time.
            POLLING.setRelease(this, true);
        }

        void end() {
            POLLING.setRelease(this, false);
        }

        /** {@return whether the calling thread is inside a poll} Any thread. */
        boolean isPolling(Thread self) {
            // Acquire: pairs with the release in begin. A thread that sees another thread's poll also sees that thread
            // as its owner.
            return (boolean) POLLING.getAcquire(this) && thread == self;
        }
    }
}
