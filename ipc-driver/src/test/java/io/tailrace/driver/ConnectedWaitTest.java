/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads that sleep until a stream has a log. */
final class ConnectedWaitTest extends WaitFixture {
    private Subscription subscription;

    @BeforeEach
    void subscribe() {
        subscription = subscriber.addSubscription(STREAM);
    }

    private Future<Boolean> await() throws InterruptedException {
        return asleep(() -> subscription.awaitConnected(LONG));
    }

    @Test
    void aPublisherEndsTheWaitWhichUsesNoProcessor() throws Exception {
        Future<Boolean> waits = await();
        assertUsesNoProcessor();
        assertFalse(waits.isDone());

        try (Publication publication = publisher.addPublication(STREAM)) {
            assertTrue(waits.get(60, TimeUnit.SECONDS));
            assertTrue(subscription.awaitConnected(Duration.ZERO), "at once");
            assertEquals(1, publication.subscriberCount());
        }
    }

    @Test
    void withoutAPublisherItEndsInTime() {
        long startNs = System.nanoTime();
        assertFalse(subscription.awaitConnected(Duration.ofMillis(20)));
        long waitedNs = System.nanoTime() - startNs;
        assertTrue(waitedNs >= 20_000_000 && waitedNs < 10_000_000_000L, "waited: " + waitedNs + " ns");
    }

    @Test
    void anInterruptOrCloseEndsTheWait() throws Exception {
        assertAnInterruptOrCloseEnds(() -> subscription.awaitConnected(LONG), subscription::close);
    }
}
