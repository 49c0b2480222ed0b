/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits that found nothing, or was refused: the same for every candidate. */
public enum Waits {
    /** It looks again and again. Only where every thread has a core. */
    SPIN(Long.MAX_VALUE, 0),
    /** 100 spins, then it yields. */
    YIELD(100, Long.MAX_VALUE),
    /** 100 spins, 10 yields, then it sleeps for 50 us, and as long as the system adds to that. */
    PARK(100, 10);

    private static final long PARK_NS = 50_000;

    private final long spins;
    private final long yields;

    Waits(long spins, long yields) {
        this.spins = spins;
        this.yields = yields;
    }

    /** {@return how so many threads wait at once: they spin where each has a processor} */
    public static Waits forThreads(int threads) {
        return threads <= Runtime.getRuntime().availableProcessors() ? SPIN : YIELD;
    }

    /**
     * Waits a moment.
     *
     * @param looks so far in vain
     */
    @SuppressWarnings("ThreadPriorityCheck") // This is about the scheduler: there are more threads than processors.
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
