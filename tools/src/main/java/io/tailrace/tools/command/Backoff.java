/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.concurrent.locks.LockSupport;

/**
 * Lets a thread wait that has nothing to do: its first sleeps are short, so that a busy stream goes on at once, and
 * none is longer than a millisecond, so that the first message after a pause is not late. For one thread.
 */
public final class Backoff {
    static final long SHORTEST_NS = 20_000;
    static final long LONGEST_NS = 1_000_000;

    private long sleepNs = SHORTEST_NS;

    /** There was something to do. */
    public void reset() {
        sleepNs = SHORTEST_NS;
    }

    /** There was nothing to do. */
    public void idle() {
        LockSupport.parkNanos(sleepNs);
        sleepNs = Math.min(sleepNs + sleepNs / 4, LONGEST_NS);
    }

    long sleepNs() {
        return sleepNs;
    }
}
