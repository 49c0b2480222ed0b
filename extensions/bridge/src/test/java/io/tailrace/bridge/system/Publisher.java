/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;

/** A process that publishes, and its progress, which outlives it. */
record Publisher(JavaProcess process, int generation, MappedBuffer progress) {
    long accepted() {
        return progress.getLongAcquire(BridgeActor.ACCEPTED);
    }

    /** {@return whether the last of its messages has reached a witness} The process has exited, normally or not. */
    boolean hasArrived(Witness witness) {
        long next = witness.of(generation).next();
        return next == accepted() || next == progress.getLongAcquire(BridgeActor.ATTEMPTED);
    }

    /**
     * Expects that a mirror's witness has the same messages at the same positions as the source's witness, except lost
     * ones.
     */
    void assertSame(Witness source, Witness mirror) {
        long[] there = source.of(generation).positions();
        long[] here = mirror.of(generation).positions();
        assertTrue(accepted() > 0, this::toString);
        assertTrue(here.length <= there.length, this::toString);
        for (int number = 0; number < here.length; number++) {
            if (here[number] != Witness.Seen.LOST) {
                assertEquals(there[number], here[number], "position of message " + number + " of " + this);
            }
        }
    }

    @Override
    public String toString() {
        return "generation " + generation + ": accepted=" + accepted() + ", alive=" + process.isAlive();
    }
}
