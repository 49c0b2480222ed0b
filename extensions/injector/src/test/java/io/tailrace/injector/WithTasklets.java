/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** Cooperative workers with one thread, and what they report. */
abstract class WithTasklets {
    static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration HOUR = Duration.ofHours(1);

    final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    final CooperativeWorkers workers =
            new CooperativeWorkers(CooperativeConfig.DEFAULT.withFailureHandler((tasklet, error) -> {
                reported.add(error);
                throw new IllegalStateException("handlers may fail, too");
            }));

    @AfterEach
    final void closeWorkers() {
        workers.close();
    }

    /** {@return workers whose thread sleeps until it is woken} */
    static CooperativeWorkers sleepy() {
        return new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(HOUR, HOUR));
    }

    static void awaitEnd(TaskletHandle handle) throws InterruptedException {
        assertTrue(handle.awaitEnd(LONG));
        assertTrue(handle.isEnded());
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

        void awaitCall() {
            WithInjector.await(() -> calls.get() > 0);
        }

        /** Waits for two more calls: then its thread has seen all earlier events. */
        void awaitCalls() {
            int before = calls.get();
            WithInjector.await(() -> calls.get() >= before + 2);
        }
    }
}
