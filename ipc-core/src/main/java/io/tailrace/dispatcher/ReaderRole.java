/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The right to read on in a log, which one thread has at a time. A thread that finds the role taken leaves a demand,
 * and the reader then reads once more. So no thread waits, and no frame and no room is overlooked that a thread has
 * seen. Any thread.
 */
final class ReaderRole extends Padded {
    private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", long.class);

    private static final long FREE = 0;
    private static final long HELD = 1;
    private static final long DEMANDED = 2;

    private volatile long state;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** Takes the role, or leaves a demand. Returns whether it was taken. */
    boolean tryTake() {
        for (long current = state; current != DEMANDED; current = state) {
            // Volatile: pairs with release. The reader that hears the demand sees the room that the caller has made.
            if (STATE.compareAndSet(this, current, current + 1)) {
                return current == FREE;
            }
        }
        return false;
    }

    /** {@return whether no thread reads} Volatile: the caller sees what the last reader has added. */
    boolean isFree() {
        return state == FREE;
    }

    /** Gives the role back, unless there is a demand. Returns false if the caller has to read once more. */
    boolean release() {
        if (STATE.compareAndSet(this, HELD, FREE)) {
            return true;
        }
        state = HELD; // This demand is heard; a thread that comes later leaves another one.
        return false;
    }
}
