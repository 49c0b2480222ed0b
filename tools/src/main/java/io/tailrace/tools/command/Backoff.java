/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets a thread wait that has nothing to do: its first sleeps are short, so that a busy stream goes on at once, and
 * none is longer than a millisecond, so that the first message after a pause is not late. It may spin before that. For
 * one thread.
 */
public final class Backoff {
    static final long SHORTEST_NS = 20_000;
    static final long LONGEST_NS = 1_000_000;

    private final long spinNs;
    private boolean idle;
    private long idleSinceNs;
    private long sleepNs = SHORTEST_NS;

    /** Sleeps at once. */
    public Backoff() {
        this(0);
    }

    /** Spins for so long before it sleeps. */
    public Backoff(long spinNs) {
        this.spinNs = spinNs;
    }

    /** There was something to do. */
    public void reset() {
        idle = false;
        sleepNs = SHORTEST_NS;
    }

    /** There was nothing to do. */
    public void idle() {
        if (spinNs > 0 && isSpinTime(System.nanoTime())) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(sleepNs);
            sleepNs = Math.min(sleepNs + sleepNs / 4, LONGEST_NS);
        }
    }

    private boolean isSpinTime(long nowNs) {
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        }
        return nowNs - idleSinceNs < spinNs;
    }

    long sleepNs() {
        return sleepNs;
    }
}
