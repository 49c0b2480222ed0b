/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that sleep until a log has subscribers. */
final class SubscriberWaitTest extends PeerWaitFixture {
    private Publication publication;

    @BeforeEach
    void publish() {
        publication = publisher.addPublication(STREAM);
    }

    private Future<Boolean> await(int count) {
        return start(() -> publication.awaitSubscribers(count, LONG));
    }

    /**
     * Without a signal the publisher's conductor would check by itself when its long pause is over: sometimes soon by
     * chance, just as a busy machine is sometimes late.
     */
    @Test
    void theDriverEndsTheWait() throws Exception {
        int soon = 0;
        int late = 0;
        while (soon < 2 + late) {
            Future<Boolean> waits = await(soon + late + 1);
            Thread.sleep(1_600); // Until the conductor's pauses are long.
            assertFalse(waits.isDone());
            subscriber.addSubscription(STREAM);
            long startNs = System.nanoTime();
            assertTrue(waits.get(10, TimeUnit.SECONDS));
            if (System.nanoTime() - startNs < 50_000_000) {
                soon++;
            } else {
                late++;
            }
            assertTrue(late < 8, "late=" + late + ", soon=" + soon);
        }
    }

    @Test
    void whoWaitsLooksAtNothingMeanwhile() throws Exception {
        Future<Boolean> waits = await(1);
        assertUsesNoProcessorFor(300);

        subscriber.addSubscription(STREAM);
        assertTrue(waits.get(BACKSTOP_MS, TimeUnit.MILLISECONDS));
    }

    @Test
    void anInterruptOrCloseEndsTheWait() throws Exception {
        assertAnInterruptOrCloseEnds(() -> publication.awaitSubscribers(1, LONG), publication::close);
    }

    /** A source of counters runs on the conductor, which could not be woken there. */
    @Test
    void theConductorItselfLooksOften() throws Exception {
        CompletableFuture<Boolean> waits = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        publisher.addCounters("handler", sink -> {
            if (!waits.isDone()) {
                begun.countDown();
                waits.complete(publication.awaitSubscribers(1, LONG));
            }
        });
        assertTrue(begun.await(10, TimeUnit.SECONDS));
        assertFalse(waits.isDone());
        try (Subscription subscription = subscriber.addSubscription(STREAM)) {
            assertTrue(waits.get(10, TimeUnit.SECONDS));
            assertEquals(STREAM, subscription.stream());
        }
    }

    /** As long as a handler keeps the conductor from its work, a thread checks by itself. */
    @Test
    void aStuckConductorKeepsNobodyForLong() throws Exception {
        CompletableFuture<Void> end = new CompletableFuture<>();
        CountDownLatch stuck = new CountDownLatch(1);
        publisher.addCounters("stuck", sink -> {
            stuck.countDown();
            end.join();
        });
        Future<Boolean> waits = await(1);
        try {
            assertTrue(stuck.await(10, TimeUnit.SECONDS));
            subscriber.addSubscription(STREAM);
            assertTrue(waits.get(5, TimeUnit.SECONDS));
        } finally {
            end.complete(null);
        }
    }
}
