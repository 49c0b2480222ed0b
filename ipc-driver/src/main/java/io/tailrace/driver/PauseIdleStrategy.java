/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Sleeps after every cycle. Each cycle without work makes the pause a quarter longer, a cycle with one piece of work
 * halves it, and a cycle with more makes it the shortest. A driver thread never spins, not even under load: a window
 * lasts far longer than a pause, and the program needs the core. Each wake-up costs the program some 50 to 90 µs, so
 * under steady load the pause settles where a cycle finds one piece of work now and then.
 */
final class PauseIdleStrategy implements IdleStrategy {
    /** The work count from which on the next cycle comes soon. */
    static final int SOON = 2;

    private final long minPauseNs;
    private final long maxPauseNs;
    private long pauseNs;
    private volatile @Nullable Thread sleeper;

    PauseIdleStrategy(long minPauseNs, long maxPauseNs) {
        this.minPauseNs = minPauseNs;
        this.maxPauseNs = maxPauseNs;
        this.pauseNs = minPauseNs;
    }

    @Override
    public void idle(int workCount) {
        if (workCount >= SOON) {
            reset();
        } else if (workCount > 0) {
            pauseNs = Math.max(pauseNs >> 1, minPauseNs);
        }
        idle();
    }

    @Override
    public void idle() {
        if (sleeper == null) {
            sleeper = Thread.currentThread();
            return; // No sleep yet: until now nobody who added a task could wake this thread.
        }
        LockSupport.parkNanos(pauseNs);
        pauseNs = Math.min(pauseNs + (pauseNs >> 2), maxPauseNs);
    }

    @Override
    public void reset() {
        pauseNs = minPauseNs;
    }

    /** Ends the sleep of the thread that idles here, or spares it the next one. Any thread. */
    void wake() {
        LockSupport.unpark(sleeper);
    }
}
