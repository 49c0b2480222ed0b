/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import java.util.concurrent.locks.LockSupport;

/**
 * How the demo's processes wait for one another: on a machine with a core for each they spin for a while, else they
 * sleep at once, for they would only keep the others from running. For one thread.
 */
final class DemoWait {
    private static final int BUSY_PROCESSES = 3;
    private static final long SPIN_NS = 50_000;
    private static final long SHORTEST_NS = 20_000;
    private static final long LONGEST_NS = 1_000_000;

    private final boolean spin;
    private long idleSinceNs;
    private long sleepNs = SHORTEST_NS;
    private boolean idle;

    DemoWait(boolean spin) {
        this.spin = spin;
    }

    /** {@return whether there is a core for each process, and one for the rest of the world} */
    static boolean spinsByDefault() {
        return Runtime.getRuntime().availableProcessors() > BUSY_PROCESSES;
    }

    /** There was something to do. */
    void reset() {
        idle = false;
        sleepNs = SHORTEST_NS;
    }

    /** There was nothing to do. */
    void idle(long nowNs) {
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        }
        if (spin && nowNs - idleSinceNs < SPIN_NS) {
            Thread.onSpinWait();
            return;
        }
        LockSupport.parkNanos(sleepNs);
        sleepNs = Math.min(sleepNs + sleepNs / 4, LONGEST_NS);
    }
}
