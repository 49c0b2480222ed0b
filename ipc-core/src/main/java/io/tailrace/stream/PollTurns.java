/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.log.Turn;
import io.tailrace.log.Turns;

/**
 * Who is inside an image: a thread during a poll, or a dispatch for as long as it has the image. Whatever closes the
 * image waits for it. Any thread.
 */
final class PollTurns {
    /** The word of a turn while nobody is inside. */
    private static final long OUTSIDE = 0;

    private final Turns turns = new Turns(OUTSIDE);
    private final String stream;
    /**
     * The thread inside has met an Error there, and has left without ending its turn. It stores this itself, without a
     * call: behind a stack overflow there may be no room for one.
     */
    volatile boolean failed;

    PollTurns(String stream) {
        this.stream = stream;
    }

    /**
     * Goes inside.
     *
     * @throws IllegalStateException if somebody is inside
     */
    Turn enter() {
        Turn turn = turns.tryEnter();
        return turn == null ? enterBehindFailed() : turn;
    }

    private Turn enterBehindFailed() {
        settleFailed();
        Turn turn = turns.tryEnter();
        if (turn == null) {
            throw new IllegalStateException(
                    "already polled: by another thread, or from inside its own handler, or it is dispatched; stream="
                            + stream + "; one thread at a time polls, a dispatch serves several");
        }
        return turn;
    }

    private void settleFailed() {
        synchronized (turns) {
            if (failed) {
                leave();
                failed = false;
            }
        }
    }

    /** Whoever is inside leaves. */
    void leave() {
        turns.current().leave(OUTSIDE);
    }

    static void leave(Turn turn) {
        turn.leave(OUTSIDE);
    }

    boolean isInside() {
        if (failed) {
            settleFailed();
        }
        return turns.isInside();
    }
}
