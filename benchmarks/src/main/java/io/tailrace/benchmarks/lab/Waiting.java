/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits that must not be interrupted: benchmarks have no interrupts. */
public final class Waiting {
    private Waiting() {}

    /** Sleeps. */
    public static void sleep(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /**
     * Waits for a condition, which it checks once a millisecond.
     *
     * @throws IllegalStateException with that text if it times out
     */
    public static void until(BooleanSupplier condition, long timeoutMs, Supplier<String> failure) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startNs > 1_000_000 * timeoutMs) {
                throw new IllegalStateException(failure.get() + ", waited=" + timeoutMs + " ms");
            }
            sleep(1);
        }
    }

    /** Daemon threads that repeat an action until they are closed. One thread starts and closes them. */
    public static final class Loops {
        private static final long END_TIMEOUT_MS = 5_000;

        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean closed;

        /** Starts a thread. */
        public void start(Runnable task) {
            Thread thread = new Thread(
                    () -> {
                        while (!closed) {
                            task.run();
                        }
                    },
                    "polling");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }

        /**
         * Ends the threads.
         *
         * @param wake ends their wait
         */
        public void close(Runnable wake) {
            closed = true;
            wake.run();
            until(
                    () -> threads.stream().noneMatch(Thread::isAlive),
                    END_TIMEOUT_MS,
                    () -> "a polling thread does not end: threads=" + threads.size());
        }
    }
}
