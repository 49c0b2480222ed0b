/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.internal.Handles;
import io.tailrace.log.Turn;
import io.tailrace.log.Turns;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Has one thread at a time inside a requester or a responder. That thread may come in again from the handlers that a
 * poll runs.
 */
final class AskTurns extends Turns {
    private final String what;
    private final Poller poller = new Poller();

    /** @param what one thread at a time may use */
    AskTurns(String what) {
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
     * {@return the turn to leave; null if the calling thread is inside already, from a handler}
     *
     * @throws IllegalStateException if another thread is inside
     */
    @Nullable
    Turn enterAgain() {
        Turn turn = tryEnter();
        return turn != null || (poller.isPolling(Thread.currentThread()) && !failed) ? turn : enter();
    }

    /**
     * {@return the turn to leave}
     *
     * @throws IllegalStateException if a thread is inside, be it the calling one
     */
    Turn enterPoll() {
        Turn turn = enter();
        poller.begin(Thread.currentThread());
        return turn;
    }

    void leave(@Nullable Turn turn) {
        if (turn != null) {
            turn.leave(OUTSIDE);
        }
    }

    void leavePoll(Turn turn) {
        poller.end();
        turn.leave(OUTSIDE);
    }

    /** Which thread is inside a poll: that one may come in again, from the handlers that it runs. */
    static final class Poller {
        private static final VarHandle POLLING = Handles.field(MethodHandles.lookup(), "polling", boolean.class);

        /** Who polls, or has polled last. Stored where it changes only: a reference costs a barrier of the GC. */
        private @Nullable Thread thread;

        @SuppressWarnings("unused") // through its VarHandle
        private boolean polling;

        /** One thread at a time: whose turn it is. */
        void begin(Thread self) {
            if (thread != self) {
                thread = self;
            }
            // Release: pairs with the acquire in isPolling. Else a thread that has polled before could take this one's
            // poll
            // for its own, and come in beside it.
            POLLING.setRelease(this, true);
        }

        void end() {
            POLLING.setRelease(this, false);
        }

        /** {@return whether this thread, which is the calling one, is inside a poll} Any thread. */
        boolean isPolling(Thread self) {
            // Acquire: pairs with the release in begin. Whoever finds a poll that is not its own finds its thread, too.
            return (boolean) POLLING.getAcquire(this) && thread == self;
        }
    }
}
