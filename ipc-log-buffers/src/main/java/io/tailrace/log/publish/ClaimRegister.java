/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of one claim in progress that others must know, written before anything can go wrong. Only the thread
 * inside the claim writes it.
 *
 * <p>The sequence grows by four with each claim. Its last two bits say how the register is used: 0 for nothing, 1 for a
 * claim whose header may be missing, 2 for a claim that was handed out and has its header.
 *
 * <p>Every line of a claim may throw: a StackOverflowError, an OutOfMemoryError, an exception of a source. The method
 * that catches it stores the sequence in {@link #failed} and rethrows. It calls nothing, because after a stack overflow
 * any call fails again. From then on the claim belongs to {@link Debts}.
 *
 * <p>It is on the heap on purpose: only the client's own threads read it, and a line of the mapped file would cost each
 * claim 20 to 40 %.
 */
public final class ClaimRegister extends Padded {
    /** Stands for the position while nothing has been added to the tail. */
    static final long NOWHERE = -1;

    private static final long FREE = 0;
    private static final long INSIDE = 1;
    private static final long HELD = 2;
    private static final long USE = 3;
    private static final long NEVER = -1;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle SEQUENCE = Handles.field(LOOKUP, "sequence", long.class);

    private long sequence;
    /** Stored by one bytecode after the atomic add: an Error occurs before the add, or finds the position here. */
    long position = NOWHERE;

    long length;
    /**
     * The sequence of the last claim that failed. A number and not a flag: HotSpot (17) delivers the InternalError of a
     * truncated file at some later return, when the register may be in use for another thread's claim. Volatile, so
     * that a thread that sees it sees the position and the length.
     */
    volatile long failed = NEVER;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** {@return whether no claim uses it} Acquire: pairs with the release in {@link #end}. */
    boolean isFree() {
        return (sequence() & USE) == FREE;
    }

    /**
     * Announces a claim of the only thread that uses this register. Release: the driver reads the tail before it asks,
     * so an answer to its question is given by a thread that sees this store, if the claim lies before that tail.
     */
    public void begin(int alignedLength) {
        position = NOWHERE;
        length = alignedLength;
        SEQUENCE.setRelease(this, sequence + INSIDE);
    }

    /** Announces a claim of one of several threads, if the register is free. */
    boolean tryBegin(int alignedLength) {
        long now = sequence();
        if ((now & USE) != FREE || !SEQUENCE.compareAndSet(this, now, now + INSIDE)) {
            return false;
        }
        position = NOWHERE;
        length = alignedLength;
        return true;
    }

    /** {@return the number of the claim, for {@link #failed}} For the thread inside it. */
    long number() {
        return sequence;
    }

    /** Marks the claim as handed out with its header. Release: as in {@link #end}. */
    public void hold() {
        SEQUENCE.setRelease(this, sequence + (HELD - INSIDE));
    }

    /**
     * Ends the claim. Release: pairs with the acquire in {@link #sequence}: a thread that sees the end sees
     * the claim's header or its debt.
     */
    public void end() {
        SEQUENCE.setRelease(this, (sequence | USE) + 1);
    }

    /** Acquire: pairs with the releases of {@link #begin}, {@link #hold} and {@link #end}. */
    long sequence() {
        return (long) SEQUENCE.getAcquire(this);
    }

    /** {@return whether every claim that was inside at an earlier read of the sequence has its header or is a debt} */
    boolean hasPassed(long earlierSequence) {
        long now = sequence();
        return (now & USE) != INSIDE || now != earlierSequence;
    }

    /** {@return whether an Error has left the claim open} It stays open until {@link Debts} ends it. */
    boolean hasFailed() {
        return (failed | USE) == (sequence() | USE);
    }

    /** {@return whether it holds the claim that was handed out at a position} */
    boolean holds(long heldPosition) {
        return (sequence() & USE) == HELD && position == heldPosition;
    }
}
