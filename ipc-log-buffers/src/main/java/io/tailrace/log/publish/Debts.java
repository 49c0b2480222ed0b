/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Claims of one handle whose memory was not clean yet, or that an Error interrupted before their header: remembered
 * here and padded as soon as the memory is clean. Rare by design (LogLayout's reserve), hence a lock and a list. Any
 * thread; a failed repair is repeated.
 */
public final class Debts {
    private record Debt(long position, long length) {}

    private final List<Debt> debts = new ArrayList<>();
    private volatile int count;

    public synchronized void add(long position, long length) {
        debts.add(new Debt(position, length));
        count++; // No call: a debt that is listed but not counted would never be paid.
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** If an Error interrupted a claim before its header, the claim becomes a debt; then it is ended. */
    void repairFailed(LogBuffers log, ClaimRegister... registers) {
        for (ClaimRegister register : registers) {
            if (register.hasFailed()) {
                repair(log, register);
            }
        }
    }

    private synchronized void repair(LogBuffers log, ClaimRegister register) {
        if (!register.hasFailed()) { // Another thread was first.
            return;
        }
        long position = register.position;
        if (position != ClaimRegister.NOWHERE) {
            int length = (int) register.length;
            int firstLength = Math.min(length, log.remaining(position));
            repair(log, position, firstLength);
            if (firstLength < length) { // It crosses a term's end: perhaps only the first padding is there.
                repair(log, position + firstLength, length - firstLength);
            }
        }
        register.end(); // Nothing after it: the register belongs to another claim from now on.
    }

    /** Under the lock: a debt that was listed before the Error is paid before this check, or still listed during it. */
    private void repair(LogBuffers log, long position, int length) {
        if (!covers(position) && (!log.isWritable(position + length) || log.isUncommitted(position))) {
            add(position, length);
        }
    }

    /**
     * Pads each debt that lies wholly in clean memory. Returns whether none is left.
     *
     * <p>An Error may occur between a padding and its removal. The debt is then still listed, and by the next call its
     * memory may hold frames of a later lap. So this pads only uncommitted space, and allocates nothing.
     */
    public synchronized boolean pay(LogBuffers log, int owner) {
        if (!debts.isEmpty()) {
            long writableEnd = log.meta().cleanPositionAcquire() + log.ringLength();
            for (int i = debts.size() - 1; i >= 0; i--) {
                Debt debt = debts.get(i);
                if (debt.position + debt.length <= writableEnd) {
                    log.pad(debt.position, debt.length, owner);
                    debts.remove(i);
                }
            }
            count = debts.size();
        }
        return debts.isEmpty();
    }

    /** {@return whether a position lies in a debt} */
    synchronized boolean covers(long position) {
        for (Debt debt : debts) {
            if (debt.position <= position && position < debt.position + debt.length) {
                return true;
            }
        }
        return false;
    }

    /** {@return the position of the lowest debt, {@link LogLayout#NONE} if there is none} */
    synchronized long lowest() {
        long lowest = LogLayout.NONE;
        for (Debt debt : debts) {
            lowest = Math.min(lowest, debt.position);
        }
        return lowest;
    }
}
