/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.liveness.ProgramName;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A handler that does not return stops its own subscription and, because that gates, the publisher, which learns of it.
 */
final class StuckHandlerTest extends WithThreads {
    private static final int LENGTH = 1016;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final CountDownLatch inside = new CountDownLatch(1);
    private final CompletableFuture<Void> release = new CompletableFuture<>();
    private final AtomicInteger handled = new AtomicInteger();
    private final Map<Subscription, Integer> received = new HashMap<>();
    private final MappedBuffer message = MappedBuffer.allocate(LENGTH);

    private Thread pollAndGetStuck(Subscription subscription) {
        Thread thread = new Thread(() -> {
            while (!subscription.isClosed()) {
                subscription.poll(
                        (buffer, offset, length, header) -> {
                            handled.incrementAndGet();
                            inside.countDown();
                            release.join();
                        },
                        10);
            }
        });
        thread.start();
        return thread;
    }

    private void pollUntil(Subscription subscription, int expected) {
        Await.until("messages arrive", () -> {
            int polled = subscription.poll((buffer, offset, length, header) -> {}, 10);
            return received.merge(subscription, polled, Integer::sum) >= expected;
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyItsOwnSubscriptionStopsAndThePublisherIsToldWhoHoldsItBack(boolean exclusive) throws Exception {
        try (Tailrace publisher = connect();
                Tailrace sufferer = connect();
                Tailrace other = connect()) {
            Subscription stuck = sufferer.addSubscription(STREAM);
            List<Subscription> others = List.of(sufferer.addSubscription(STREAM), other.addSubscription(STREAM));
            Publication publication = Messages.add(publisher, STREAM, exclusive);
            assertTrue(publication.awaitSubscribers(3, PATIENCE));
            publication.offer(message, 0, LENGTH, PATIENCE);
            Thread thread = pollAndGetStuck(stuck);
            inside.await();

            int accepted = 1;
            while (publication.offer(message, 0, LENGTH) > 0) {
                accepted++;
                int sent = accepted;
                others.forEach(subscription -> pollUntil(subscription, sent)); // They get each at once.
            }
            assertTrue(accepted * 1024 >= Rig.WINDOW, "as much as the window holds: accepted=" + accepted);
            assertBlocked(publication, stuck, sufferer.clientId(), accepted * 1024L);
            assertTheClientWorks(sufferer);
            release.complete(null);
            for (int i = 0; i < 100; i++) {
                publication.offer(message, 0, LENGTH, PATIENCE);
                accepted++;
                int sent = accepted;
                others.forEach(subscription -> pollUntil(subscription, sent));
            }

            publication.close();
            int sent = accepted;
            Await.until("all are handled", () -> handled.get() == sent);
            stuck.close();
            thread.join();
        }
    }

    private void assertBlocked(Publication publication, Subscription stuck, long clientId, long bytes) {
        OfferTimeoutException timeout = assertThrows(
                OfferTimeoutException.class, () -> publication.offer(message, 0, LENGTH, Duration.ofMillis(100)));
        long pid = ProcessHandle.current().pid();
        String program = ProgramName.ofThisProcess();
        assertEquals(
                new Blocker(Blocker.Role.SUBSCRIBER, stuck.registrationId(), clientId, pid, bytes).withProgram(program),
                publication.blocker());
        String told = "client " + clientId + " (pid " + pid + ", " + program + ") is " + bytes + " bytes behind";
        assertTrue(timeout.getMessage().contains(told), timeout.getMessage());
    }

    /** The client whose handler is stuck does everything else. */
    private void assertTheClientWorks(Tailrace sufferer) {
        try (Subscription subscription = sufferer.addSubscription("orders");
                Publication publication = sufferer.addPublication("orders")) {
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            publication.offer(message, 0, LENGTH, PATIENCE);
            pollUntil(subscription, 1);
        }
    }
}
