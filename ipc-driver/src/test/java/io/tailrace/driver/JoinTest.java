/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Image;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How publications and subscriptions come, meet and go. */
final class JoinTest extends TwoClients {
    private final List<String> told = new ArrayList<>();

    private Publication add(boolean exclusive) {
        return exclusive ? publisher.addExclusivePublication(STREAM) : publisher.addPublication(STREAM);
    }

    private Subscription subscribe(SubscriptionConfig config) {
        return subscriber.addSubscription(STREAM, config);
    }

    private Subscription subscribe() {
        return subscribe(SubscriptionConfig.DEFAULT);
    }

    private Subscription subscribeTelling() {
        return subscribe(SubscriptionConfig.DEFAULT
                .withAvailableHandler(image -> told.add("available " + image.logId()))
                .withUnavailableHandler(image -> told.add("unavailable " + image.logId())));
    }

    private static List<String> lifeOf(long logId) {
        return List.of("available " + logId, "unavailable " + logId);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatWasThereFirstGetsAllFromTheFirstMessageToTheEndOfTheStream(boolean exclusive) {
        Subscription subscription = subscribeTelling();
        assertFalse(subscription.isConnected());
        Publication publication = add(exclusive);
        offer(publication, "a"); // As early as possible: the publication is connected from its first moment.
        offer(publication, "b");
        rig.until("an image", subscription::isConnected);
        Image image = subscription.images().get(0);
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
        assertEquals(lifeOf(image.logId()), told);
        assertEquals(0, subscription.imageCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLateSubscriptionBeginsAtTheTailOrAtTheOldestMessageIfItSaysSo(boolean exclusive) {
        Publication publication = add(exclusive);
        subscribe();
        offer(publication, "early");
        Subscription tail = subscribe();
        Subscription oldest = subscribe(OLDEST);
        offer(publication, "late");
        rig.until("images", () -> tail.isConnected() && oldest.isConnected());

        tail.poll(received, 10);
        assertEquals(List.of("late"), received.texts());
        assertEquals(16, tail.images().get(0).joinPosition());
        oldest.poll(received, 10);
        assertEquals(List.of("late", "early", "late"), received.texts());
        assertEquals(0, oldest.images().get(0).joinPosition());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theOldestMessageIsAboutATermBackAndNoneIsMissingFromThereOn(boolean exclusive) {
        Publication publication = add(exclusive);
        Subscription first = subscribe();
        rig.until("an image", first::isConnected);
        int messages = 0;
        while (publication.position() < 3L * Rig.TERM_LENGTH + 100_000) {
            if (offer(publication, Integer.toString(messages)) > 0) {
                messages++;
            } else {
                first.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
                rig.cycle();
            }
        }

        Subscription late = subscribe(OLDEST);
        rig.until("an image", late::isConnected);
        late.poll(received, Integer.MAX_VALUE);

        int oldest = Integer.parseInt(received.texts().get(0));
        long history = publication.position() - late.images().get(0).joinPosition();
        assertTrue(history >= Rig.TERM_LENGTH, "history=" + history);
        assertEquals(
                IntStream.range(oldest, messages).mapToObj(Integer::toString).toList(), received.texts());
    }

    @Test
    void bothEndsKnowWhetherTheyAreConnectedAndGoOnWithTheNext() {
        Publication publication = publisher.addPublication(STREAM);
        assertFalse(publication.isConnected());
        Subscription subscription = subscribe();
        assertTrue(publication.isConnected());
        assertTrue(subscription.isConnected());
        assertEquals(1, publication.subscriberCount());
        assertTrue(offer(publication, "a") > 0);

        subscription.close();
        rig.until("the publication knows", () -> !publication.isConnected());
        rig.settle();
        assertEquals(OfferStatus.NOT_CONNECTED_CODE, offer(publication, "nobody hears"));
        Subscription next = subscribe(OLDEST);
        assertTrue(publication.isConnected());
        rig.until("accepted", () -> offer(publication, "b") > 0);
        next.poll(received, 10);
        assertEquals(List.of("a", "b"), received.texts(), "without any subscriber the oldest was still there");

        publication.close();
        rig.until("the subscription knows", () -> !next.isConnected());
    }

    @Test
    void awaitSubscribersCountsThemAndEndsInTimeOrByAnInterruptWhichIsKept() {
        Publication publication = publisher.addPublication(STREAM);
        assertFalse(publication.awaitSubscribers(1, Duration.ofMillis(10)));
        assertTrue(publication.awaitSubscribers(0, Duration.ZERO));
        subscribe();
        subscribe();
        assertTrue(publication.awaitSubscribers(2, Duration.ZERO));
        assertFalse(publication.awaitSubscribers(3, Duration.ofMillis(10)));

        Thread.currentThread().interrupt();
        assertFalse(publication.awaitSubscribers(3, Duration.ofMinutes(5)));
        assertTrue(Thread.interrupted());
    }

    @Test
    void aLogThatCameAndWentMeanwhileHarmsNothingAndAClosedSubscriptionIsToldOfItsImagesEnd() {
        Subscription subscription = subscribeTelling();
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
        subscription.close();
        rig.settle();

        List<String> expected = new ArrayList<>(lifeOf(gone.logId()));
        expected.addAll(lifeOf(publication.logId()));
        assertEquals(expected, told);
        assertEquals(0, subscription.poll(received, 10));
        assertTrue(subscription.isClosed());
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
    void allSubscriptionsGetEverythingAndTheSlowestHoldsThePublisherBackButNoOtherStream() {
        Publication publication = publisher.addPublication(STREAM);
        Publication orders = publisher.addPublication("orders");
        Subscription ofOrders = subscriber.addSubscription("orders");
        Subscription fast = subscribe();
        Subscription slow = publisher.addSubscription(STREAM);
        rig.until("connected", () -> publication.subscriberCount() == 2 && orders.isConnected());
        MappedBuffer buffer = MappedBuffer.allocate(1016);
        int accepted = 0;
        int ofFast = 0;
        for (int i = 0; i < 200; i++) {
            accepted += publication.offer(buffer, 0, 1016) > 0 ? 1 : 0;
            ofFast += fast.poll(received, 10);
            rig.cycle();
        }
        assertTrue(offer(orders, "order") > 0);

        assertEquals(Rig.WINDOW / 1024, accepted);
        assertEquals(accepted, ofFast);
        assertEquals(accepted, slow.poll(received, 1_000));
        assertEquals(1, ofOrders.poll(received, 10));
    }
}
