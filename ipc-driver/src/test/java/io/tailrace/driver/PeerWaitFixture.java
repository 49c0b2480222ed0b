/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A client that publishes, one that subscribes, and a thread that waits for the other end. */
abstract class PeerWaitFixture extends WithThreads {
    static final Duration LONG = Duration.ofSeconds(30);
    /** A thread that is not woken checks again after a second. */
    static final long BACKSTOP_MS = 900;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicReference<Thread> sleeper = new AtomicReference<>();
    Tailrace publisher;
    Tailrace subscriber;

    @BeforeEach
    void join() {
        publisher = connect();
        subscriber = connect();
    }

    @AfterEach
    void leave() {
        thread.shutdownNow();
        subscriber.close();
        publisher.close();
    }

    Future<Boolean> start(Callable<Boolean> wait) {
        return thread.submit(() -> {
            sleeper.set(Thread.currentThread());
            return wait.call();
        });
    }

    void assertUsesNoProcessorFor(long ms) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Thread.sleep(100);
        long startNs = threads.getThreadCpuTime(sleeper.get().getId());
        Thread.sleep(ms);
        long usedNs = threads.getThreadCpuTime(sleeper.get().getId()) - startNs;
        assertTrue(usedNs < 1_000_000, "used: " + usedNs + " ns");
    }

    void assertAnInterruptOrCloseEnds(Callable<Boolean> wait, Runnable close) throws Exception {
        Future<Boolean> interrupted = start(wait);
        Thread.sleep(20);
        sleeper.get().interrupt();
        assertFalse(interrupted.get(BACKSTOP_MS, TimeUnit.MILLISECONDS));

        Future<Boolean> closed = start(wait);
        Thread.sleep(20);
        close.run();
        assertFalse(closed.get(BACKSTOP_MS, TimeUnit.MILLISECONDS));
    }
}
