/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Repairs the claims of one handle that Errors left open: what has no header of its own becomes a debt, and so padding;
 * only then is the claim at an end. Any thread; a repair that fails is made again.
 */
final class FailedClaims {
    private final LogBuffers log;
    private final ClaimRegisters registers;
    private final Debts debts;

    FailedClaims(LogBuffers log, ClaimRegisters registers, Debts debts) {
        this.log = log;
        this.registers = registers;
        this.debts = debts;
    }

    void repair() {
        for (ClaimRegister register : registers.all()) {
            if (register.hasFailed()) {
                repair(register);
            }
        }
    }

    private synchronized void repair(ClaimRegister register) {
        if (!register.hasFailed()) { // Another thread was here first.
            return;
        }
        long position = register.position;
        if (position != ClaimRegister.NOWHERE) {
            int length = (int) register.length;
            int firstLength = Math.min(length, log.remaining(position));
            repair(position, firstLength);
            if (firstLength < length) { // It crosses a term's end: perhaps only the first padding is there.
                repair(position + firstLength, length - firstLength);
            }
        }
        register.end(); // Nothing behind it: it is another claim's from now on.
    }

    private void repair(long position, int length) {
        synchronized (debts) { // A debt that was listed before the Error is paid before this look or listed during it.
            if (!debts.covers(position) && (!log.isWritable(position + length) || log.isUncommitted(position))) {
                debts.add(position, length);
            }
        }
    }
}
