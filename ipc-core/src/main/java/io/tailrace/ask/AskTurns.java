/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.log.Turn;
import io.tailrace.log.Turns;
import org.jspecify.annotations.Nullable;

/**
 * Has one thread at a time inside a requester or a responder. That thread may come in again from the handlers that a
 * poll runs.
 */
final class AskTurns {
    /** The word of a turn while nobody is inside. */
    private static final long OUTSIDE = 0;

    private final Turns turns = new Turns(OUTSIDE);
    private final String what;
    private final Poller poller = new Poller();
    /**
     * The thread inside has met an exception there, and has left without ending its turn. It stores this itself,
     * without a call: behind a stack overflow there may be no room for one.
     */
    volatile boolean failed;

    /** @param what one thread at a time may use */
    AskTurns(String what) {
        this.what = what;
    }

    /**
     * {@return the turn to leave; null if the calling thread is inside already, from a handler}
     *
     * @throws IllegalStateException if another thread is inside
     */
    @Nullable
    Turn enter() {
        Turn turn = turns.tryEnter();
        return turn != null || isPolling() ? turn : enterBehindFailed();
    }

    /**
     * {@return the turn to leave}
     *
     * @throws IllegalStateException if a thread is inside, be it the calling one
     */
    Turn enterPoll() {
        Turn turn = turns.tryEnter();
        if (turn == null) {
            turn = enterBehindFailed();
        }
        poller.begin(Thread.currentThread());
        return turn;
    }

    /** {@return whether the calling thread is inside a poll, and so in a handler} */
    private boolean isPolling() {
        return poller.isPolling(Thread.currentThread()) && !failed;
    }

    private Turn enterBehindFailed() {
        synchronized (turns) {
            if (failed) {
                poller.end();
                turns.current().leave(OUTSIDE);
                failed = false;
            }
        }
        Turn turn = turns.tryEnter();
        if (turn == null) {
            throw new IllegalStateException(
                    what + " is in use by another thread, or polled from inside its own handler; one thread at a time"
                            + " may use it, and its handlers may ask and answer, but not poll");
        }
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
}
