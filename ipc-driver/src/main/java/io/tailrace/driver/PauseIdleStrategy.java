/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * Sleeps after every cycle: briefly after one with work, longer and longer after those without. A driver thread never spins,
 * not even under load: a window is far longer than its pause, and the core is the program's.
 */
final class PauseIdleStrategy implements IdleStrategy {
    private final long minPauseNs;
    private final long maxPauseNs;
    private long pauseNs;

    PauseIdleStrategy(long minPauseNs, long maxPauseNs) {
        this.minPauseNs = minPauseNs;
        this.maxPauseNs = maxPauseNs;
        this.pauseNs = minPauseNs;
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            reset();
        }
        idle();
    }

    @Override
    public void idle() {
        LockSupport.parkNanos(pauseNs);
        pauseNs = Math.min(pauseNs + (pauseNs >> 2), maxPauseNs);
    }

    @Override
    public void reset() {
        pauseNs = minPauseNs;
    }
}
