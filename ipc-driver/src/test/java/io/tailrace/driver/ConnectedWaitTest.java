/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that sleep until a stream has a log. */
@Timeout(60)
final class ConnectedWaitTest extends WithThreads {
    private static final Duration LONG = Duration.ofSeconds(30);
    /** A thread that nobody wakes looks again after a second. */
    private static final long BACKSTOP_MS = 900;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicReference<Thread> sleeper = new AtomicReference<>();
    private Tailrace publisher;
    private Tailrace subscriber;
    private Subscription subscription;

    @BeforeEach
    void join() {
        publisher = connect();
        subscriber = connect();
        subscription = subscriber.addSubscription(STREAM);
    }

    @AfterEach
    void leave() {
        thread.shutdownNow();
        subscriber.close();
        publisher.close();
    }

    private Future<Boolean> await() {
        return thread.submit(() -> {
            sleeper.set(Thread.currentThread());
            return subscription.awaitConnected(LONG);
        });
    }

    @Test
    void aPublisherEndsTheWaitWhichUsesNoProcessor() throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Future<Boolean> waits = await();
        Thread.sleep(100);
        long startNs = threads.getThreadCpuTime(sleeper.get().getId());
        Thread.sleep(1_500); // Until the conductor's pauses are long.
        long usedNs = threads.getThreadCpuTime(sleeper.get().getId()) - startNs;
        assertTrue(usedNs < 1_000_000, "used: " + usedNs + " ns");
        assertFalse(waits.isDone());

        try (Publication publication = publisher.addPublication(STREAM)) {
            assertTrue(waits.get(BACKSTOP_MS / 2, TimeUnit.MILLISECONDS));
            assertTrue(subscription.awaitConnected(Duration.ZERO), "at once");
            assertEquals(1, publication.subscriberCount());
        }
    }

    @Test
    void withoutAPublisherItEndsInTime() {
        long startNs = System.nanoTime();
        assertFalse(subscription.awaitConnected(Duration.ofMillis(20)));
        long waitedNs = System.nanoTime() - startNs;
        assertTrue(waitedNs >= 20_000_000 && waitedNs < 1_000_000_000, "waited: " + waitedNs + " ns");
    }

    @Test
    void anInterruptOrCloseEndsTheWait() throws Exception {
        Future<Boolean> interrupted = await();
        Thread.sleep(50);
        sleeper.get().interrupt();
        assertFalse(interrupted.get(BACKSTOP_MS, TimeUnit.MILLISECONDS));

        Future<Boolean> closed = await();
        Thread.sleep(50);
        subscription.close();
        assertFalse(closed.get(BACKSTOP_MS / 2, TimeUnit.MILLISECONDS));
    }
}
