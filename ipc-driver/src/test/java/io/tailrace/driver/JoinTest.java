/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class JoinTest extends TwoClients {
    private final List<String> told = new ArrayList<>();

    private static BiFunction<Tailrace, String, Publication> adder(boolean exclusive) {
        return exclusive ? Tailrace::addExclusivePublication : Tailrace::addPublication;
    }

    private Subscription subscribe(SubscriptionConfig config) {
        return subscriber.addSubscription(STREAM, config);
    }

    private SubscriptionConfig telling() {
        return SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> told.add("available " + image.logId()))
                .withUnavailableHandler(image -> told.add("unavailable " + image.logId()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatWasThereFirstGetsTheFirstMessage(boolean exclusive) {
        Subscription subscription = subscribe(telling());
        assertFalse(subscription.isConnected());
        Publication publication = adder(exclusive).apply(publisher, STREAM);

        offer(publication, "first"); // As early as possible: the publication is connected from its first moment.
        rig.until("an image", subscription::isConnected);
        subscription.poll(received, 10);

        assertEquals(List.of("first"), received.texts());
        assertEquals(List.of("available " + publication.logId()), told);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionBeginsAtTheTail(boolean exclusive) {
        Publication publication = adder(exclusive).apply(publisher, STREAM);
        subscribe(SubscriptionConfig.DEFAULT);
        offer(publication, "early");

        Subscription late = subscribe(SubscriptionConfig.DEFAULT);
        offer(publication, "late");
        rig.until("an image", late::isConnected);
        late.poll(received, 10);

        assertEquals(List.of("late"), received.texts());
        assertEquals(16, late.images().get(0).joinPosition());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionBeginsAtTheOldestMessageIfItSaysSo(boolean exclusive) {
        Publication publication = adder(exclusive).apply(publisher, STREAM);
        subscribe(SubscriptionConfig.DEFAULT);
        offer(publication, "early");

        Subscription late = subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST));
        offer(publication, "late");
        rig.until("an image", late::isConnected);
        late.poll(received, 10);

        assertEquals(List.of("early", "late"), received.texts());
        assertEquals(0, late.images().get(0).joinPosition());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOldestMessageIsAboutATermBackAndNoneIsMissingFromThereOn(boolean exclusive) {
        Publication publication = adder(exclusive).apply(publisher, STREAM);
        Subscription first = subscribe(SubscriptionConfig.DEFAULT);
        rig.until("an image", first::isConnected);
        int messages = publishNumbers(publication, first, 100_000);

        Subscription late = subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST));
        rig.until("an image", late::isConnected);
        late.poll(received, Integer.MAX_VALUE);

        int oldest = Integer.parseInt(received.texts().get(0));
        long history = publication.position() - late.images().get(0).joinPosition();
        assertTrue(history >= Rig.TERM_LENGTH, "history=" + history);
        for (int i = 0; i < received.count(); i++) {
            assertEquals(oldest + i, Integer.parseInt(received.texts().get(i)));
        }
        assertEquals(messages - 1, oldest + received.count() - 1);
    }

    private int publishNumbers(Publication publication, Subscription consumer, int bytes) {
        int next = 0;
        while (publication.position() < 3L * Rig.TERM_LENGTH + bytes) {
            if (offer(publication, Integer.toString(next)) > 0) {
                next++;
            } else {
                consumer.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
                rig.cycle();
            }
        }
        return next;
    }

    @Test
    void withoutAnySubscriberTheOldestMessageIsStillThere() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription first = subscribe(SubscriptionConfig.DEFAULT);
        offer(publication, "kept");
        first.close();
        rig.settle();

        Subscription late = subscribe(SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST));
        rig.until("an image", late::isConnected);
        late.poll(received, 10);

        assertEquals(List.of("kept"), received.texts());
    }

    @Test
    void bothEndsKnowWhetherTheyAreConnected() {
        Publication publication = publisher.addPublication(STREAM);
        assertFalse(publication.isConnected());
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.isConnected());
        assertTrue(subscription.isConnected());
        assertEquals(1, publication.subscriberCount());

        subscription.close();
        rig.until("the publication knows", () -> !publication.isConnected());
        Subscription next = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.isConnected());
        publication.close();
        rig.until("the subscription knows", () -> !next.isConnected());
    }

    @Test
    void aPublicationThatLostItsSubscriberSaysSoAndGoesOnWithTheNext() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(offer(publication, "a") > 0);
        subscription.close();
        rig.until("not connected", () -> !publication.isConnected());
        rig.settle();

        assertEquals(io.tailrace.OfferStatus.NOT_CONNECTED_CODE, offer(publication, "nobody hears"));
        Subscription next = subscribe(SubscriptionConfig.DEFAULT);
        rig.until("accepted", () -> offer(publication, "b") > 0);
        next.poll(received, 10);

        assertEquals(List.of("b"), received.texts());
    }

    @Test
    void awaitSubscribersCountsThem() {
        Publication publication = publisher.addPublication(STREAM);
        assertFalse(publication.awaitSubscribers(1, Duration.ofMillis(10)));
        assertTrue(publication.awaitSubscribers(0, Duration.ZERO));
        subscribe(SubscriptionConfig.DEFAULT);
        subscribe(SubscriptionConfig.DEFAULT);

        assertTrue(publication.awaitSubscribers(2, Duration.ZERO));
        assertFalse(publication.awaitSubscribers(3, Duration.ofMillis(10)));
    }

    @Test
    void anInterruptEndsAwaitSubscribersAndIsKept() {
        Publication publication = publisher.addPublication(STREAM);
        Thread.currentThread().interrupt();

        assertFalse(publication.awaitSubscribers(1, Duration.ofSeconds(20)));
        assertTrue(Thread.interrupted());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfStreamComesWhenAllIsConsumed(boolean exclusive) {
        Publication publication = adder(exclusive).apply(publisher, STREAM);
        Subscription subscription = subscribe(telling());
        rig.until("an image", subscription::isConnected);
        Image image = subscription.images().get(0);
        offer(publication, "a");
        offer(publication, "b");
        publication.close();
        rig.settle();

        assertFalse(image.isEndOfStream());
        assertEquals(1, subscription.poll(received, 1));
        assertFalse(image.isEndOfStream());
        assertEquals(1, subscription.poll(received, 1));
        rig.settle();

        assertTrue(image.isEndOfStream());
        assertTrue(image.isClosed());
        assertEquals(List.of("a", "b"), received.texts());
        assertEquals(List.of("available " + image.logId(), "unavailable " + image.logId()), told);
        assertEquals(0, subscription.imageCount());
    }

    @Test
    void aStreamThatIsPublishedToAgainIsANewLog() {
        Subscription subscription = subscribe(telling());
        for (int i = 0; i < 3; i++) {
            try (Publication publication = publisher.addPublication(STREAM)) {
                rig.until("an image", subscription::isConnected);
                offer(publication, "life " + i);
            }
            rig.until("consumed", () -> subscription.poll(received, 10) > 0);
            rig.until("the image is removed", () -> !subscription.isConnected());
        }

        assertEquals(List.of("life 0", "life 1", "life 2"), received.texts());
        assertEquals(6, told.size());
    }

    @Test
    void aLogThatCameAndWentMeanwhileHarmsNothing() {
        Subscription subscription = subscribe(telling());
        Publication gone = publisher.addPublication(STREAM);
        gone.close();
        for (int i = 0; i < 10; i++) { // The subscriber is not invoked meanwhile, so its files stay.
            rig.driver().invoke();
            publisher.invoke();
        }

        Publication publication = publisher.addPublication(STREAM);
        offer(publication, "a");
        rig.until("an image", subscription::isConnected);
        subscription.poll(received, 10);

        assertEquals(List.of("a"), received.texts());
        assertEquals(
                List.of("available " + gone.logId(), "unavailable " + gone.logId(), "available " + publication.logId()),
                told);
    }

    @Test
    void aClosedSubscriptionIsToldOfItsImagesEnd() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(telling());
        rig.until("an image", subscription::isConnected);

        subscription.close();
        rig.settle();

        assertEquals(List.of("available " + publication.logId(), "unavailable " + publication.logId()), told);
        assertEquals(0, subscription.poll(received, 10));
        assertTrue(subscription.isClosed());
    }

    @Test
    void aHandlerOfImagesThatThrowsHarmsNothing() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> {
                    throw new UnsupportedOperationException("available");
                })
                .withUnavailableHandler(image -> {
                    throw new UnsupportedOperationException("unavailable");
                }));
        rig.until("an image", subscription::isConnected);
        offer(publication, "a");
        subscription.poll(received, 10);
        publication.close();
        rig.until("the image is removed", () -> !subscription.isConnected());

        assertEquals(List.of("a"), received.texts());
        assertEquals(
                List.of("available", "unavailable"),
                rig.takeErrors().stream()
                        .map(error -> error.getCause().getMessage())
                        .toList());
    }

    @Test
    void aHandlerOfImagesMayNotAdd() {
        publisher.addPublication(STREAM);
        Subscription subscription =
                subscribe(SubscriptionConfig.DEFAULT.withAvailableHandler(image -> subscriber.addPublication("other")));
        rig.until("an image", subscription::isConnected);

        Throwable reported = rig.takeErrors().get(0);
        assertTrue(reported.getCause() instanceof IllegalStateException);
        assertTrue(reported.getMessage().contains("the handler of available images: stream=" + STREAM + ", log="));
    }

    @Test
    void streamsDoNotMix() {
        Publication quotes = publisher.addPublication(STREAM);
        Publication orders = publisher.addPublication("orders");
        Subscription ofOrders = subscriber.addSubscription("orders");
        subscribe(SubscriptionConfig.DEFAULT);
        rig.until("connected", () -> quotes.isConnected() && orders.isConnected());

        offer(quotes, "quote");
        offer(orders, "order");
        ofOrders.poll(received, 10);

        assertEquals(List.of("order"), received.texts());
    }

    @Test
    void allSubscriptionsGetEverythingAndTheSlowestHoldsThePublisherBack() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription fast = subscribe(SubscriptionConfig.DEFAULT);
        Subscription slow = publisher.addSubscription(STREAM);
        rig.until("two", () -> publication.subscriberCount() == 2);
        MappedBuffer buffer = MappedBuffer.allocate(1016);
        int accepted = 0;
        int ofFast = 0;
        for (int i = 0; i < 200; i++) {
            accepted += publication.offer(buffer, 0, 1016) > 0 ? 1 : 0;
            ofFast += fast.poll(received, 10);
            rig.cycle();
        }

        assertEquals(Rig.WINDOW / 1024, accepted);
        assertEquals(accepted, ofFast);
        assertEquals(accepted, slow.poll(received, 1_000));
    }
}
