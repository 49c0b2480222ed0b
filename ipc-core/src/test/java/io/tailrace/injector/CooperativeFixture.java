/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.Tasklet.Progress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** The common parts of the tests of cooperative workers. */
final class CooperativeFixture {
    static final Duration LONG = Duration.ofSeconds(60);

    private CooperativeFixture() {}

    static void await(BooleanSupplier condition) {
        long endNs = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - endNs < 0, "not in time");
            Thread.onSpinWait();
        }
    }

    static void awaitEnd(TaskletHandle handle) throws InterruptedException {
        assertTrue(handle.awaitEnd(LONG));
        assertTrue(handle.isEnded());
    }

    static void sleepMs(long ms) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(ms);
    }

    /** Counts its calls, notes its thread, and never has work. */
    static final class Counting implements Tasklet {
        final AtomicInteger calls = new AtomicInteger();
        volatile Thread thread;

        @Override
        public Progress call() {
            thread = Thread.currentThread();
            calls.incrementAndGet();
            return Progress.NO_PROGRESS;
        }

        /** Waits for two more calls: then its thread has seen all earlier events. */
        void awaitCalls() {
            int before = calls.get();
            await(() -> calls.get() >= before + 2);
        }
    }
}
