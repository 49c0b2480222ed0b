/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a thread is inside a claim of one publication handle: between announcing it and having written its header.
 *
 * <p>The first thread to use the handle owns it and has a plain odd/even sequence: odd inside a claim. A plain sequence is
 * right for one thread only, so all other threads share a pair of counters, and for them the handle is quiet only when
 * {@code left}, read first, equals {@code entered}, read second: no claim that was entered before the first read can be
 * missing from the second.
 *
 * <p>It lives on the heap on purpose: nobody but the client's own conductor reads it (DESIGN 5.2), and a line in the
 * mapped file would cost each claim 20 to 40 %.
 */
final class ClaimSequence extends Padded {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle OWNER =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "owner", VarHandle.class, ClaimSequence.class, Thread.class);
    private static final VarHandle SEQUENCE =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "sequence", VarHandle.class, ClaimSequence.class, long.class);
    private static final VarHandle ENTERED =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "entered", VarHandle.class, ClaimSequence.class, long.class);
    private static final VarHandle LEFT =
            ConstantBootstraps.fieldVarHandle(LOOKUP, "left", VarHandle.class, ClaimSequence.class, long.class);

    private long sequence;

    @SuppressWarnings("unused") // through its VarHandle
    private long entered;

    @SuppressWarnings("unused") // through its VarHandle
    private long left;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private @Nullable Thread owner;

    /** {@return whether the calling thread owns the handle; the first caller does} */
    boolean isOwner() {
        Thread current = Thread.currentThread();
        return owner == current || (owner == null && OWNER.compareAndSet(this, null, current));
    }

    /** Announces a claim. Release: what the driver asks after it has seen the claimed tail is asked after this store. */
    void enter(boolean asOwner) {
        if (asOwner) {
            SEQUENCE.setRelease(this, sequence + 1);
        } else {
            ENTERED.getAndAdd(this, 1L);
        }
    }

    /** Ends it. Release: pairs with the acquire in {@link #ownerSequence}; who sees the claim ended sees its header. */
    void leave(boolean asOwner) {
        if (asOwner) {
            SEQUENCE.setRelease(this, sequence + 1);
        } else {
            LEFT.getAndAdd(this, 1L);
        }
    }

    /** {@return whether the owner, who calls, left a claim by way of an Error} */
    boolean isInsideAsOwner() {
        return (sequence & 1) != 0;
    }

    /** Acquire: pairs with the releases in {@link #enter} and {@link #leave}. */
    long ownerSequence() {
        return (long) SEQUENCE.getAcquire(this);
    }

    /** {@return whether no thread but the owner is inside a claim that began before this call} */
    boolean othersAreQuiet() {
        long ended = (long) LEFT.getVolatile(this);
        return ended == (long) ENTERED.getVolatile(this);
    }

    /** {@return whether no thread at all is inside a claim} */
    boolean isQuiet() {
        return (ownerSequence() & 1) == 0 && othersAreQuiet();
    }
}
