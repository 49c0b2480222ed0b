/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.testing.JavaProcess;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subscriber that stands still holds its publisher back as long as it lives; a dead one does not. */
@Tag("smoke")
final class SubscriberDeathIT {
    private static final long STOPPED_NS = 1_200_000_000L;
    private static final int MESSAGES = 2_000;

    @RegisterExtension
    final Scene scene = new Scene();

    private LocalClient client;
    private Publication publication;
    private Subscription subscription;
    private JavaProcess other;
    private long next;

    /** Begins with a publisher and a subscriber in this JVM, and a subscriber in another one. */
    private void begin(LocalClient local, String kind, long messages) throws Exception {
        client = local;
        other = scene.start("receive", "messages=" + messages);
        other.awaitLine("SUBSCRIPTION");
        publication = kind.equals("exclusive")
                ? client.tailrace().addExclusivePublication(Cast.STREAM)
                : client.tailrace().addPublication(Cast.STREAM);
        subscription = client.tailrace().addSubscription(Cast.STREAM);
        Await.until("both subscribers", () -> publication.subscriberCount() == 2);
    }

    private boolean offerNext() {
        boolean isAccepted = client.offer(publication, next) > 0;
        next += isAccepted ? 1 : 0;
        return isAccepted;
    }

    /** Publishes, and polls the messages, until the stopped subscriber holds the publisher back. */
    private void publishUntilHeldBack() throws Exception {
        other.stop();
        long refusals = 0;
        while (refusals < 10_000) { // Refused that often although everything is polled: a window is full.
            refusals = offerNext() ? 0 : refusals + 1;
            subscription.poll(client.checker(), 64);
        }
        assertTrue(next > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void aPublisherGoesOnWithinTwoSecondsOfTheDeathOfASubscriber(String kind) throws Exception {
        scene.startDriver();
        try (LocalClient local = new LocalClient(scene.directory())) {
            begin(local, kind, Long.MAX_VALUE);
            publishUntilHeldBack();
            other.kill();
            client.pollUntil(subscription, "an accepted offer", this::offerNext);
            client.pollUntil(
                    subscription, "every message", () -> client.checker().total() == next);
            Await.promised("one subscriber", () -> publication.subscriberCount() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void aStoppedSubscriberIsNotDeadHoweverLongItSleeps(String kind) throws Exception {
        scene.startDriver();
        try (LocalClient local = new LocalClient(scene.directory())) {
            begin(local, kind, MESSAGES);
            publishUntilHeldBack();
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < STOPPED_NS) {
                assertFalse(offerNext(), "it holds the publisher back all the time");
                subscription.poll(client.checker(), 64);
            }
            assertTrue(next < MESSAGES);
            other.resume();
            client.pollUntil(subscription, "every message accepted", () -> {
                offerNext();
                return next == MESSAGES;
            });
            publication.close();
            assertEquals(MESSAGES + " of 1", other.awaitLine("RECEIVED"));
            other.awaitQuietEnd();
        }
    }
}
