/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The right to read on in a log, which one thread has at a time. Who finds it taken leaves a demand, and whoever has it
 * then reads once more: so nobody waits, and no room and no frame is overlooked that somebody saw. Any thread.
 */
final class ProducerRole extends Padded {
    private static final VarHandle STATE = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "state", VarHandle.class, ProducerRole.class, long.class);

    private static final long FREE = 0;
    private static final long HELD = 1;
    private static final long DEMANDED = 2;

    private volatile long state;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** Takes the role, or leaves a demand. Returns whether it was taken. */
    boolean tryTake() {
        while (true) {
            long current = state;
            if (current == DEMANDED) {
                return false;
            }
            // Volatile: pairs with release. What the caller did before, as making room, is seen by who reads for it.
            if (STATE.compareAndSet(this, current, current + 1)) {
                return current == FREE;
            }
        }
    }

    /**
     * Gives the role back, unless somebody has demanded it meanwhile. Returns false if the caller has to read once
     * more.
     */
    boolean release() {
        if (STATE.compareAndSet(this, HELD, FREE)) {
            return true;
        }
        state = HELD; // The demand is heard; who comes from here on leaves another.
        return false;
    }
}
