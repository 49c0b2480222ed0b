/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client that publishes, one that subscribes, and threads that wait for the other end. */
abstract class WaitFixture extends WithThreads {
    static final Duration LONG = Duration.ofMinutes(10);
    /** A thread that is not woken checks again after a second. */
    private static final long BACKSTOP_NS = 900_000_000;
    /** A busy machine may be late so many times. */
    private static final int TRIES = 10;

    private static final long CPU_NS = 1_000_000;

    final ExecutorService threads = Executors.newCachedThreadPool();
    final AtomicReference<Thread> sleeper = new AtomicReference<>();
    Tailrace publisher;
    Tailrace subscriber;

    @BeforeEach
    void join() {
        publisher = connect();
        subscriber = connect();
    }

    @AfterEach
    void leave() {
        threads.shutdownNow();
        subscriber.close();
        publisher.close();
    }

    /** Runs a call that waits, and returns when its thread sleeps. */
    <T> Future<T> asleep(Callable<T> call) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<T> result = threads.submit(() -> {
            sleeper.set(Thread.currentThread());
            begun.countDown();
            return call.call();
        });
        begun.await(); // A busy machine may start it late.
        Thread.sleep(10); // After its first sleep, which is short.
        assertFalse(result.isDone());
        return result;
    }

    /**
     * Checks what ends a wait that counts no missed wake-ups: once before the thread checks by itself.
     *
     * @param wait begins a wait
     * @param end ends it
     */
    <T> void assertWoken(T expected, Callable<Future<T>> wait, Runnable end) throws Exception {
        long tookNs = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && tookNs >= BACKSTOP_NS; i++) {
            Future<T> waits = wait.call();
            long startNs = System.nanoTime();
            end.run();
            assertEquals(expected, waits.get(60, TimeUnit.SECONDS));
            tookNs = System.nanoTime() - startNs;
        }
        assertTrue(tookNs < BACKSTOP_NS, "it was not woken");
    }

    /** Checks that the sleeping thread looks at nothing meanwhile. */
    void assertUsesNoProcessor() throws InterruptedException {
        ThreadMXBean beans = ManagementFactory.getThreadMXBean();
        long usedNs = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && usedNs >= CPU_NS; i++) { // The JVM may work in that thread, too.
            long before = beans.getThreadCpuTime(sleeper.get().getId());
            Thread.sleep(100);
            usedNs = beans.getThreadCpuTime(sleeper.get().getId()) - before;
        }
        assertTrue(usedNs < CPU_NS, "used: " + usedNs + " ns");
    }
}
