/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.report.EventView;
import io.tailrace.report.EventView.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subscription that does not gate. */
final class DropTest extends TwoClients {
    private final List<Long> lost = new ArrayList<>();

    private Publication publication(boolean exclusive) {
        return Messages.add(publisher, STREAM, exclusive);
    }

    private Subscription dropping() {
        return subscriber.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withPolicy(Policy.DROP)
                        .withOverrunHandler((image, from, to) -> lost.addAll(List.of(from, to))));
    }

    private void publish(Publication publication, int from, int to) {
        for (int i = from; i < to; i++) {
            String text = String.format("%01000d", i);
            rig.until("space for " + i, () -> offer(publication, text) > 0);
        }
    }

    private List<Integer> numbers() {
        return received.texts().stream().map(Integer::parseInt).toList();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itHoldsNobodyBackAndIsToldTheExactRangeThatItLost(boolean exclusive) {
        Publication publication = publication(exclusive);
        Subscription subscription = dropping();
        publish(publication, 0, 10);
        rig.until("an image", subscription::isConnected);
        assertEquals(10, subscription.poll(received, 100));
        long lostFrom = subscription.images().get(0).position();

        publish(publication, 10, 2000); // Many times what the log holds.
        rig.settle();
        subscription.poll(received, 3000);

        assertEquals(2, lost.size(), () -> "lost=" + lost);
        assertEquals(lostFrom, lost.get(0));
        assertEquals(1, subscription.overruns());
        EventView overrun = rig.awaitEvent(Kind.OVERRUN, subscriber);
        assertEquals(STREAM, overrun.stream());
        assertEquals(lost, List.of(overrun.from(), overrun.to()));
        assertEquals(lost.get(1) - lost.get(0), subscription.lostBytes());
        assertEquals(lost.get(1), received.frames().get(10).position(), "it continues where the lost range ends");
        List<Integer> numbers = numbers();
        assertEquals(1999, numbers.get(numbers.size() - 1));
        for (int i = 11; i < numbers.size(); i++) {
            assertEquals(numbers.get(i - 1) + 1, numbers.get(i));
        }
        assertTrue(numbers.size() - 10 > Rig.TERM_LENGTH / 2 / 1016, "half a term was still there: " + numbers.size());

        publish(publication, 0, 2000);
        publication.close();
        rig.until("the end, of which it is told although it lost what was before", () -> {
            subscription.poll(received, 100);
            return !subscription.isConnected();
        });
        assertEquals(2, subscription.overruns());
        assertEquals(1999, numbers().get(received.count() - 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoIsEvictedGatesUntilThen(boolean exclusive) {
        Publication publication = publication(exclusive);
        Subscription subscription = subscriber.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withEviction(Duration.ofMillis(100))
                        .withName("audit", Duration.ZERO)
                        .withOverrunHandler((image, from, to) -> lost.addAll(List.of(from, to))));
        rig.until("an image", subscription::isConnected);
        Messages.fill(publication, 1000);
        assertTrue(subscription.images().get(0).isGating());

        rig.until("its eviction", () -> !subscription.images().get(0).isGating());
        publish(publication, 0, 2000);
        rig.settle();
        subscription.poll(received, 3000);

        assertEquals(2, lost.size());
        assertEquals(0, lost.get(0));
        assertEquals(1999, numbers().get(received.count() - 1));
        List<Throwable> errors = rig.takeErrors();
        assertEquals(1, errors.size());
        assertTrue(errors.get(0).getMessage().contains("a subscriber was evicted"), errors::toString);
        assertTrue(
                errors.get(0).getMessage().contains(", client " + subscriber.clientId() + " (pid "), errors::toString);
        assertEquals("audit", rig.awaitEvent(Kind.EVICTED, subscriber).subscription());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anAbortedMessageComesAgain(boolean exclusive) {
        Publication publication = publication(exclusive);
        Subscription subscription = dropping();
        publish(publication, 0, 3);
        rig.until("an image", subscription::isConnected);
        List<Long> positions = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Action action = i == 0 ? Action.ABORT : Action.COMMIT;
            subscription.controlledPoll(
                    (buffer, offset, length, header) -> {
                        positions.add(header.position());
                        return action;
                    },
                    1);
        }

        assertEquals(List.of(0L, 0L, 1008L), positions);
    }
}
