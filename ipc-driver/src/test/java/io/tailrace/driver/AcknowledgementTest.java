/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.injector.Tasklet;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions whose position moves only with the program's acknowledgements. All in one thread. */
final class AcknowledgementTest extends WithMortalClients {
    private static final SubscriptionConfig NAMED =
            SubscriptionConfig.DEFAULT.withName("risk", Duration.ofSeconds(30)).withAcknowledgement();

    @Override
    void cycle() {
        super.cycle();
        subscriber.tailrace().invoke();
    }

    private static void acknowledge(Subscription subscription) {
        subscription.images().forEach(Image::acknowledge);
    }

    private Subscription takeOver() throws Exception {
        subscriber.die();
        subscriber = client();
        return subscribe(NAMED);
    }

    @Test
    void theNextOfTheNameGetsWhatWasNotAcknowledged() throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription first = subscribe(NAMED);
        List<Long> ends =
                IntStream.range(0, 4).mapToObj(i -> offer(publication, "" + i)).toList();
        assertEquals(List.of("0", "1"), poll(first, 2));
        acknowledge(first);
        FrameHandler failing = (buffer, offset, length, header) -> {
            throw new LinkageError("as if");
        };
        assertThrows(LinkageError.class, () -> first.poll(failing, 1));
        assertEquals(List.of("3"), poll(first, 1));
        assertFalse(first.awaitMessage(Duration.ofMillis(20)), "all was polled");
        assertEquals(ends.get(1), first.images().get(0).position());
        assertEquals(ends.get(3), first.images().get(0).readPosition());

        Subscription second = takeOver();

        assertEquals(ends.get(1), second.images().get(0).readPosition());
        assertEquals(List.of("2", "3"), poll(second, 2));
        acknowledge(second);
        offer(publication, "4");
        assertEquals(List.of("4"), poll(takeOver(), 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void publishersWaitForWhatIsNotAcknowledged(boolean exclusive) {
        Publication publication = Messages.add(publisher.tailrace(), STREAM, exclusive);
        Subscription subscription = subscribe(NAMED);
        until("the image", subscription::isConnected);
        Image image = subscription.images().get(0);
        for (int lap = 0; lap < 20; lap++) {
            int accepted = fillAll(publication);
            poll(subscription, accepted);
            assertEquals(0, fillAll(publication), "it waits for the acknowledgement");
            long ahead = image.readPosition() - image.position();
            assertTrue(ahead >= image.window() && ahead < image.window() + 2_000, "ahead=" + ahead);

            acknowledge(subscription);
            until("there is room", () -> offer(publication, "next") > 0);
            poll(subscription, 1);
            acknowledge(subscription);
        }
    }

    /** Offers as many messages as fit once the driver has cleaned. */
    private int fillAll(Publication publication) {
        int count = 0;
        for (int i = 0; i < 50; i++) {
            count += Messages.fill(publication, 1000);
            driver.invoke();
        }
        return count;
    }

    @Test
    void aLogThatHasEndedStaysUntilItIsAcknowledged() throws Exception {
        Subscription first = subscribe(NAMED);
        ExclusivePublication ending = publisher.tailrace().addExclusivePublication(STREAM);
        ExclusivePublication living = publisher.tailrace().addExclusivePublication(STREAM);
        offer(ending, "a");
        offer(living, "b");
        assertEquals(List.of("a", "b"), poll(first, 2).stream().sorted().toList());
        ending.close();
        for (int i = 0; i < 100; i++) {
            cycle();
        }
        assertEquals(2, first.imageCount());

        Subscription second = takeOver();
        assertEquals(List.of("a", "b"), poll(second, 2).stream().sorted().toList());
        acknowledge(second);

        until("it goes", () -> second.imageCount() == 1);
        offer(living, "c");
        assertEquals(List.of("c"), poll(takeOver(), 1));
    }

    /** The padding of an aborted claim is not delivered, so the program would never acknowledge it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void paddingAtTheEndOfALogNeedsNoAcknowledgement(boolean acknowledgedFirst) {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription subscription = subscribe(NAMED);
        offer(publication, "a");
        poll(subscription, 1);
        if (acknowledgedFirst) {
            acknowledge(subscription);
        }
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(100, claim) > 0);
        claim.close();
        publication.close();
        subscription.poll(new Recorder(), 10);
        if (!acknowledgedFirst) {
            assertEquals(0, subscription.images().get(0).position());
            acknowledge(subscription);
        }

        until("the image is removed", () -> {
            subscription.poll(new Recorder(), 10);
            return !subscription.isConnected();
        });
    }

    @Test
    void commitAcknowledgesFromInsideAPoll() throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription first = subscribe(NAMED);
        List.of("a", "b", "c", "d").forEach(text -> offer(publication, text));
        int[] count = {0};
        until("messages", () -> {
            first.controlledPoll(
                    (buffer, offset, length, header) -> switch (count[0]++) {
                        case 1 -> Action.COMMIT;
                        case 3 -> Action.ABORT;
                        default -> Action.CONTINUE;
                    },
                    4);
            return count[0] >= 4;
        });
        Image image = first.images().get(0);
        assertEquals(2 * 16, image.position());
        assertEquals(3 * 16, image.readPosition());

        assertEquals(List.of("c", "d"), poll(takeOver(), 2));
    }

    @Test
    void onlyWhoPollsAcknowledges() {
        Subscription subscription = subscribe(NAMED);
        Publication publication = publisher.tailrace().addPublication(STREAM);
        offer(publication, "a");
        until("the image", subscription::isConnected);

        for (Executable refused : List.<Executable>of(
                () -> Tasklet.polling(subscription, new Recorder(), 1),
                () -> Dispatch.of(subscription, new Recorder()).start(Runnable::run),
                () -> subscription.poll((b, o, l, header) -> header.image().acknowledge(), 1))) {
            assertThrows(IllegalStateException.class, refused);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DROP", "EVICT"})
    void acknowledgementNeedsPublishersThatWait(Policy policy) {
        assertThrows(IllegalArgumentException.class, () -> NAMED.withPolicy(policy));
    }
}
