/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/**
 * Lets a spinning wait end some seconds after it should have: the other process may have ended, or a message be lost.
 */
public final class Patience {
    private static final long LIMIT_NS = 10_000_000_000L;
    private static final int SPINS_PER_LOOK = 1 << 16;

    private final long deadlineNs;
    private int spins;

    /** @param expectedEndNs when all should be over */
    public Patience(long expectedEndNs) {
        deadlineNs = expectedEndNs + LIMIT_NS;
    }

    /**
     * Call it each time that there was nothing.
     *
     * @throws IllegalStateException once it has lasted too long
     */
    public void spin() {
        if (++spins % SPINS_PER_LOOK == 0 && System.nanoTime() > deadlineNs) {
            throw new IllegalStateException(
                    "the other process is silent, or a message was lost: waited=" + LIMIT_NS / 1_000_000_000 + " s");
        }
        Thread.onSpinWait();
    }
}
