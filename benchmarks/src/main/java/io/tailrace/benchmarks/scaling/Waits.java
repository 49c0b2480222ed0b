/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** What a publisher does that was refused, and a subscriber that found nothing: the same for every candidate. */
enum Waits {
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

    /**
     * {@return a new one, for one thread} One class for all, so that no candidate's calls have more targets than
     * others'.
     */
    IdleStrategy newIdle() {
        return new BackoffIdleStrategy(spins, yields, PARK_NS, PARK_NS);
    }
}
