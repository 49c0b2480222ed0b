/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subscriber that stands still holds its publisher back as long as it lives; a dead one does not. */
@Tag("smoke")
final class SubscriberDeathIT {
    private static final String STREAM = "quotes";
    private static final long STOPPED_NS = 1_200_000_000L;

    @RegisterExtension
    final Scene scene = new Scene();

    private final MappedBuffer buffer = MappedBuffer.allocate(Scene.MAX_MESSAGE_LENGTH);

    private Publication add(LocalClient client, String kind) {
        return kind.equals("exclusive")
                ? client.tailrace().addExclusivePublication(STREAM)
                : client.tailrace().addPublication(STREAM);
    }

    private JavaProcess startSubscriber(long messages) throws IOException, InterruptedException {
        JavaProcess process =
                scene.start(SubscriberMain.class, scene.directory(), STREAM, messages, Scene.MAX_MESSAGE_LENGTH);
        process.awaitLine("SUBSCRIPTION");
        return process;
    }

    private long offer(Publication publication, long sequence) {
        int length = TestMessages.length(publication.registrationId(), sequence, Scene.MAX_MESSAGE_LENGTH);
        TestMessages.fill(buffer, length, publication.registrationId(), sequence);
        return publication.offer(buffer, 0, length);
    }

    /**
     * Publishes, and polls the messages, until a stopped subscriber holds the publisher back. Returns the next number.
     */
    private long publishUntilHeldBack(LocalClient client, Publication publication, Subscription subscription) {
        long sequence = 0;
        long refusals = 0;
        while (refusals < 10_000) { // Refused that often although everything is polled: a window is full.
            long result = offer(publication, sequence);
            if (result > 0) {
                sequence++;
                refusals = 0;
            } else {
                assertEquals(OfferStatus.BACK_PRESSURED_CODE, result);
                refusals++;
                subscription.poll(client.checker(), 64);
            }
        }
        assertTrue(sequence > 0);
        return sequence;
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void aPublisherGoesOnWithinTwoSecondsOfTheDeathOfASubscriber(String kind) throws Exception {
        scene.startDriver();
        JavaProcess victim = startSubscriber(Long.MAX_VALUE);
        try (LocalClient client = new LocalClient(scene.directory());
                Publication publication = add(client, kind);
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            Await.until(LocalClient.PATIENCE_NS, "both subscribers", () -> publication.subscriberCount() == 2);
            victim.stop();
            long next = publishUntilHeldBack(client, publication, subscription);

            victim.kill();

            client.pollUntil(
                    subscription, LocalClient.PROMISE_NS, "an accepted offer", () -> offer(publication, next) > 0);
            client.pollUntil(
                    subscription,
                    LocalClient.PATIENCE_NS,
                    "every message",
                    () -> client.checker().total() == next + 1);
            Await.until(LocalClient.PROMISE_NS, "one subscriber", () -> publication.subscriberCount() == 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void aStoppedSubscriberIsNotDeadHoweverLongItSleeps(String kind) throws Exception {
        scene.startDriver();
        int messages = 2_000;
        JavaProcess sleeper = startSubscriber(messages);
        try (LocalClient client = new LocalClient(scene.directory());
                Subscription subscription = client.tailrace().addSubscription(STREAM)) {
            Publication publication = add(client, kind);
            Await.until(LocalClient.PATIENCE_NS, "both subscribers", () -> publication.subscriberCount() == 2);
            sleeper.stop();
            long[] next = {publishUntilHeldBack(client, publication, subscription)};
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < STOPPED_NS) {
                assertFalse(offer(publication, next[0]) > 0, "it holds the publisher back all the time");
                subscription.poll(client.checker(), 64);
                Thread.sleep(1);
            }
            assertTrue(next[0] < messages);

            sleeper.resume();

            client.pollUntil(subscription, LocalClient.PATIENCE_NS, "every message accepted", () -> {
                next[0] += offer(publication, next[0]) > 0 ? 1 : 0;
                return next[0] == messages;
            });
            publication.close();
            assertEquals(messages + " of 1", sleeper.awaitLine("RECEIVED"));
            sleeper.awaitQuietEnd();
        }
    }
}
