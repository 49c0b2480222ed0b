/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.joint;

import java.util.concurrent.locks.LockSupport;

/** How a thread waits for another that will not wake it. */
final class Pause {
    private static final int SPINS = 32;
    private static final long PARK_NS = 50_000;

    private Pause() {}

    /** Waits a moment: the longer, the more often it has waited in vain. */
    static void after(int attempts) throws InterruptedException {
        if (attempts < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PARK_NS);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
