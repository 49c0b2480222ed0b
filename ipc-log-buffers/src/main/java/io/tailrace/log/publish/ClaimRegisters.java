/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import io.tailrace.internal.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The registers of one publication handle: each claim in progress has one.
 *
 * <p>The first thread to use the handle owns it and has a register of its own, which it takes with plain stores. Every
 * other thread borrows one by a compare-and-set, beginning with the one that its id leads to, so that threads seldom
 * meet. The owner also borrows while its own register holds a claim that was handed out, or when a source offers while
 * it is copied. When all are in use, more are created, so a claim never waits for another one.
 */
public final class ClaimRegisters {
    private static final VarHandle OWNER = Handles.field(MethodHandles.lookup(), "owner", Thread.class);
    /** The first registers to be lent are created together; each time they do not suffice, their number doubles. */
    private static final int FIRST_LENT = 8;

    private final ClaimRegister own = new ClaimRegister();
    /** The owner's register, followed by a power of two of others, or none. It grows, and keeps its elements. */
    private volatile ClaimRegister[] all = {own};

    private @Nullable Thread owner;

    /**
     * Announces a claim of the calling thread.
     *
     * @return its register; null if the owner's has failed and must be repaired first, or if all are in use
     */
    @Nullable
    public ClaimRegister tryBegin(int alignedLength) {
        Thread current = Thread.currentThread();
        if (isOwner(current)) {
            if (own.isFree()) {
                own.begin(alignedLength);
                return own;
            }
            if (own.hasFailed()) {
                return null;
            }
        }
        return tryBorrow(current, alignedLength);
    }

    /** {@return whether the caller is the owner and its last claim has failed} */
    boolean ownHasFailed() {
        return isOwner(Thread.currentThread()) && own.hasFailed();
    }

    private boolean isOwner(Thread current) {
        return owner == current || (owner == null && OWNER.compareAndSet(this, null, current));
    }

    private @Nullable ClaimRegister tryBorrow(Thread current, int alignedLength) {
        ClaimRegister[] registers = all;
        for (int i = 1; i < registers.length; i++) {
            ClaimRegister register = lent(registers, current, i);
            if (register.tryBegin(alignedLength)) {
                return register;
            }
        }
        return null;
    }

    /** {@return the register that a thread tries as its i-th, from 1 on} */
    private static ClaimRegister lent(ClaimRegister[] registers, Thread current, int i) {
        return registers[1 + (((int) current.getId() + i) & (registers.length - 2))];
    }

    /**
     * Creates more registers when a thread has found all in use. A volatile store publishes them: the thread that
     * answers a question sees each register that is used.
     */
    public synchronized void grow() {
        int length = all.length;
        ClaimRegister[] more = Arrays.copyOf(all, Math.max(FIRST_LENT, (length - 1) * 2) + 1);
        for (int i = length; i < more.length; i++) {
            more[i] = new ClaimRegister();
        }
        all = more;
    }

    /** {@return the register of a claim that was handed out} */
    ClaimRegister holding(long position) {
        Thread current = Thread.currentThread();
        if (isOwner(current) && own.holds(position)) {
            return own;
        }
        ClaimRegister[] registers = all;
        for (int i = 1; i < registers.length; i++) {
            ClaimRegister register = lent(registers, current, i);
            if (register.holds(position)) {
                return register;
            }
        }
        if (own.holds(position)) { // Last: the owner writes there with every message.
            return own;
        }
        throw new IllegalStateException("no claim is handed out: position=" + position);
    }

    /** {@return every register that a claim may have used before this call} */
    public ClaimRegister[] all() {
        return all;
    }

    /** {@return whether no thread is inside a claim, and none is handed out} */
    boolean areFree() {
        for (ClaimRegister register : all) {
            if (!register.isFree()) {
                return false;
            }
        }
        return true;
    }
}
