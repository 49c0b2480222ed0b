/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.concurrent.locks.LockSupport;

/**
 * Sleeps for a thread with nothing to do: short ones first, so that a busy stream goes on at once, and never longer
 * than a millisecond, so that the first message after a pause is not late. For one thread.
 */
public final class Backoff {
    static final long SHORTEST_NS = 50_000;
    static final long LONGEST_NS = 1_000_000;
    private static final int SHORT_SLEEPS = 20;

    private int sleeps;
    private long sleepNs = SHORTEST_NS;

    /** There was something to do. */
    public void reset() {
        sleeps = 0;
        sleepNs = SHORTEST_NS;
    }

    /** There was nothing to do. */
    public void idle() {
        LockSupport.parkNanos(sleepNs);
        if (++sleeps > SHORT_SLEEPS) {
            sleepNs = Math.min(2 * sleepNs, LONGEST_NS);
        }
    }

    long sleepNs() {
        return sleepNs;
    }
}
