/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/** Waits for threads to end, interrupted or not. */
final class UninterruptedJoin {
    private UninterruptedJoin() {}

    /** Returns when all have ended, with the caller's interrupt status as it would be; those never started have. */
    static void all(Iterable<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
