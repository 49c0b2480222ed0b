/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class ClosingTest extends TwoClients {
    private static final long LONG_NS = 900_000_000;

    private Subscription subscribe() {
        return subscriber.addSubscription(STREAM);
    }

    private void untilNoLogIsLeft() {
        Path logs = rig.directory().resolve("logs");
        rig.until("no log is left", () -> {
            String[] names = logs.toFile().list();
            return names != null && names.length == 0;
        });
    }

    @Test
    void everythingMayBeClosedInAnyOrder() {
        Random random = new Random(4);
        for (int i = 0; i < 30; i++) {
            Tailrace first = rig.connect();
            Tailrace second = rig.connect();
            Publication publication =
                    random.nextBoolean() ? first.addPublication(STREAM) : first.addExclusivePublication(STREAM);
            Subscription subscription = second.addSubscription(STREAM);
            offer(publication, "a");
            List<AutoCloseable> order = new ArrayList<>(
                    List.of(publication, subscription, first, second, publication, subscription, first, second));
            Collections.shuffle(order, random);
            long startNs = System.nanoTime();
            for (AutoCloseable closeable : order) {
                assertDoesNotThrow(closeable::close);
                rig.driver().invoke();
            }
            assertTrue(System.nanoTime() - startNs < LONG_NS, "nothing is waited for: " + order);
            rig.close(first);
            rig.close(second);
        }
        untilNoLogIsLeft();
    }

    @Test
    void whatAClosedClientHeldIsGone() {
        publisher.addPublication(STREAM);
        Publication publication = subscriber.addPublication(STREAM);
        Subscription subscription = subscribe();
        Path clientFiles = rig.directory().resolve("clients/" + publisher.clientId());
        assertTrue(Files.exists(clientFiles));

        rig.close(publisher);
        rig.until("the client's files are gone", () -> !Files.exists(clientFiles));

        offer(publication, "a");
        subscription.poll(received, 10);
        assertEquals(List.of("a"), received.texts());
        publication.close();
        untilNoLogIsLeft();
    }

    @Test
    void aClosedClientRefusesToAddAnything() {
        rig.close(publisher);

        assertThrows(IllegalStateException.class, () -> publisher.addPublication(STREAM));
        assertThrows(IllegalStateException.class, () -> publisher.addSubscription(STREAM));
    }

    @Test
    void aClosedClientHasClosedWhatItOwns() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = publisher.addSubscription(STREAM);

        rig.close(publisher);

        assertTrue(publication.isClosed());
        assertTrue(subscription.isClosed());
        assertEquals(OfferStatus.CLOSED_CODE, offer(publication, "a"));
        assertEquals(0, subscription.poll(received, 10));
    }

    @Test
    void aSubscriptionMayBeClosedInTheHandlerOfItsMessages() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        offer(publication, "a");
        offer(publication, "b");

        int frames = subscription.poll(
                (buffer, offset, length, header) -> {
                    received.onFrame(buffer, offset, length, header);
                    subscription.close();
                    rig.settle(); // Not given back while the handler runs.
                    assertTrue(publication.isConnected());
                },
                10);

        assertEquals(1, frames);
        assertEquals(List.of("a"), received.texts());
        rig.until("given back", () -> !publication.isConnected());
    }

    @Test
    void aPublicationMayBeClosedInTheHandlerOfMessages() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        offer(publication, "a");
        offer(publication, "b");

        subscription.poll(
                (buffer, offset, length, header) -> {
                    received.onFrame(buffer, offset, length, header);
                    publication.close();
                },
                10);

        assertEquals(List.of("a", "b"), received.texts());
        rig.until("the image is removed", () -> !subscription.isConnected());
    }

    @Test
    void aClientMayBeClosedInTheHandlerOfItsMessages() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        offer(publication, "a");
        offer(publication, "b");

        subscription.poll(
                (buffer, offset, length, header) -> {
                    received.onFrame(buffer, offset, length, header);
                    rig.close(subscriber); // Waits for the handler, in vain, for its second.
                },
                10);

        assertEquals(List.of("a"), received.texts());
        rig.until("given back", () -> !publication.isConnected());
    }

    @Test
    void aSubscriptionMayBeClosedInTheHandlersOfItsImages() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription[] subscription = new Subscription[1];
        subscription[0] = subscriber.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withAvailableHandler(image -> image.subscription().close())
                        .withUnavailableHandler(image -> image.subscription().close()));

        rig.until("closed", subscription[0]::isClosed);
        rig.until("given back", () -> !publication.isConnected());
    }

    @Test
    void aPublicationMayBeClosedInTheHandlersOfImages() {
        Publication publication = publisher.addPublication(STREAM);
        Publication answers = subscriber.addPublication("answers");
        Subscription subscription = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> answers.close()));
        rig.until("an image", subscription::isConnected);

        publication.close();
        rig.until("the handler has closed it", answers::isClosed);

        untilNoLogIsLeft();
    }

    @Test
    void aClientMayBeClosedInTheHandlersOfItsImages() {
        Publication publication = publisher.addPublication(STREAM);
        subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> rig.close(subscriber)));

        Tailrace closed = subscriber;
        publication.close();
        rig.until(
                "the driver has forgotten it",
                () -> !Files.exists(rig.directory().resolve("clients/" + closed.clientId())));
    }

    @Test
    void aSubscriptionsEndMayCloseItsClient() {
        publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withUnavailableHandler(image -> rig.close(subscriber)));
        rig.until("an image", subscription::isConnected);

        subscription.close();
        rig.until(
                "the driver has forgotten it",
                () -> !Files.exists(rig.directory().resolve("clients/" + subscriber.clientId())));
    }

    @Test
    void anOpenClaimKeepsItsClientUntilItIsCommitted() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(1, claim) > 0);
        Path lock = rig.directory().resolve("clients/" + publisher.clientId() + "/lock");
        Set<Thread> threadsBefore = clientThreads(); // Another test may have left a thread.

        rig.close(publisher);
        rig.settle();
        assertTrue(Files.exists(lock));
        assertEquals(0, subscription.poll(received, 10));
        claim.buffer().putByte(0, (byte) 'a');
        claim.commit();

        rig.until("delivered", () -> subscription.poll(received, 10) > 0);
        assertEquals(List.of("a"), received.texts());
        rig.until("its client is removed", () -> !Files.exists(lock));
        rig.until("its thread exits", () -> threadsBefore.containsAll(clientThreads()));
    }

    private static Set<Thread> clientThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tailrace-client-"))
                .collect(Collectors.toSet());
    }

    @Test
    void whatAClosedPublicationHadAcceptedIsDelivered() {
        Publication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscribe();
        int accepted = Messages.fill(publication, 1016);
        rig.close(publisher);
        rig.settle();

        assertEquals(accepted, subscription.poll(received, 1_000));
        rig.until("the image is removed", () -> !subscription.isConnected());
        untilNoLogIsLeft();
    }

    @Test
    void twoClientsOfOneThreadDoNotShareAnything() {
        Map<Tailrace, String> streams = Map.of(publisher, "one", subscriber, "two");
        streams.forEach(
                (client, stream) -> assertFalse(client.addSubscription(stream).isConnected()));

        Publication one = subscriber.addPublication("one");
        Publication two = publisher.addPublication("two");
        rig.close(publisher);
        rig.until("its subscription is gone", () -> !one.isConnected());

        assertTrue(two.isClosed());
        assertFalse(one.isClosed());
    }
}
