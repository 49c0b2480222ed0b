/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits if it found nothing or was refused: the same for every candidate. */
public enum Waits {
    /** It spins. Only if every thread has a core. */
    SPIN(Long.MAX_VALUE, 0),
    /** 100 spins, then it yields. */
    YIELD(100, Long.MAX_VALUE),
    /** 100 spins, 10 yields, then it sleeps for 50 us and what the system adds. */
    PARK(100, 10);

    private static final long PARK_NS = 50_000;

    private final long spins;
    private final long yields;

    Waits(long spins, long yields) {
        this.spins = spins;
        this.yields = yields;
    }

    /** {@return how this many threads wait: they spin if each has a processor} */
    public static Waits forThreads(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors() ? SPIN : YIELD;
    }

    /**
     * Waits a moment.
     *
     * @param looks vain ones so far
     */
    @SuppressWarnings("ThreadPriorityCheck") // Meant for the scheduler: there are more threads than processors.
    public void idle(long looks) {
        if (looks <= spins) {
            Thread.onSpinWait();
        } else if (looks - spins <= yields) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(PARK_NS);
        }
    }
}
