/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that sleep until a log has subscribers. */
final class SubscriberWaitTest extends WaitFixture {
    private Publication publication;

    @BeforeEach
    void publish() {
        publication = publisher.addPublication(STREAM);
    }

    private Future<Boolean> await(int count) throws InterruptedException {
        return asleep(() -> publication.awaitSubscribers(count, LONG));
    }

    /**
     * Without a signal the publisher's conductor would check by itself when its long pause is over: sometimes soon by
     * chance, just as a busy machine is sometimes late.
     */
    @Test
    void theDriverEndsTheWaitInWhichAThreadLooksAtNothing() throws Exception {
        int soon = 0;
        int late = 0;
        while (soon < 2 + late) {
            Future<Boolean> waits = await(soon + late + 1);
            assertUsesNoProcessor();
            Thread.sleep(800); // Until the conductor's pauses are long.
            assertFalse(waits.isDone());
            subscriber.addSubscription(STREAM);
            long startNs = System.nanoTime();
            assertTrue(waits.get(60, TimeUnit.SECONDS));
            if (System.nanoTime() - startNs < 50_000_000) {
                soon++;
            } else {
                late++;
            }
            assertTrue(late < 20, "late=" + late + ", soon=" + soon);
        }
    }

    @Test
    void anInterruptOrCloseEndsTheWait() throws Exception {
        assertAnInterruptOrCloseEnds(() -> publication.awaitSubscribers(1, LONG), publication::close);
    }

    /**
     * A source of counters runs on the conductor, which could not be woken there. As long as it keeps the conductor
     * from its work, other threads check by themselves.
     */
    @Test
    void theConductorItselfLooksOftenAndAStuckOneKeepsNobodyForLong() throws Exception {
        CompletableFuture<Boolean> waits = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        publisher.addCounters("handler", sink -> {
            if (!waits.isDone()) {
                begun.countDown();
                waits.complete(publication.awaitSubscribers(1, LONG));
                end.join();
            }
        });
        Future<Boolean> other = await(2);
        begun.await();
        assertFalse(waits.isDone());
        try {
            subscriber.addSubscription(STREAM);
            assertTrue(waits.get(60, TimeUnit.SECONDS));
            subscriber.addSubscription(STREAM);
            assertTrue(other.get(60, TimeUnit.SECONDS));
        } finally {
            end.complete(null);
        }
    }
}
