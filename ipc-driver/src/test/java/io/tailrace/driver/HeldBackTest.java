/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.LocalHost;
import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.StreamView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tools find which streams are held back, and how much subscribers read and lose. */
final class HeldBackTest extends TwoClients {
    private SnapshotReader reader;

    @BeforeEach
    void look() throws IOException {
        reader = new SnapshotReader(new DriverDirectory(rig.directory()), new LocalHost());
    }

    @AfterEach
    void stopLooking() {
        reader.close();
    }

    private Interval interval() {
        try {
            return reader.next();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StreamView stream(Interval interval) {
        return interval.after().streams().get(0);
    }

    private static long takenNs(Snapshot snapshot) {
        return snapshot.streams().get(0).logs().get(0).takenNs();
    }

    private LogSnapshot log() {
        List<LogView> logs = stream(interval()).logs();
        assertEquals(1, logs.size());
        return logs.get(0).at();
    }

    private LogSnapshot.Subscriber subscriber() {
        return log().subscribers().get(0);
    }

    private Subscription subscription(SubscriptionConfig config) {
        Subscription subscription = subscriber.addSubscription(STREAM, config);
        rig.until("an image", subscription::isConnected);
        return subscription;
    }

    @Test
    void aStreamIsHeldBackSinceItsPublisherWasRefused() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscription(SubscriptionConfig.DEFAULT);
        rig.settle();
        assertEquals(0, log().heldSinceNs());
        long beforeNs = System.nanoTime();
        int accepted = Messages.fill(publication, 1000);
        rig.settle();
        long sinceNs = log().heldSinceNs();
        assertTrue(sinceNs > beforeNs && sinceNs < System.nanoTime(), "since=" + sinceNs + ", before=" + beforeNs);

        rig.until("some time is counted", () -> log().heldNs() > 10_000_000);
        assertEquals(sinceNs, log().heldSinceNs());
        assertEquals(log().heldNs(), subscriber().heldNs());

        while (subscription.poll(received, 100) > 0) {}
        rig.until("the end of it", () -> log().heldSinceNs() == 0);
        assertEquals(accepted, subscriber().messages());
    }

    @Test
    void aRateOfMessagesIsThatOfTheSubscriberThatReadMost() throws InterruptedException {
        Publication publication = publisher.addPublication(STREAM);
        Subscription one = subscription(SubscriptionConfig.DEFAULT);
        Subscription other = subscription(SubscriptionConfig.DEFAULT);
        for (int i = 0; i < 10; i++) {
            Messages.offer(publication, "a");
        }
        assertEquals(2, one.poll(received, 2));
        assertEquals(0, interval().messagesPerSecond(stream(interval())));

        assertEquals(5, one.poll(received, 5));
        assertEquals(10, other.poll(received, 10));
        Thread.sleep(1);
        Interval interval = interval();
        long ns = takenNs(interval.after()) - takenNs(interval.before());
        assertEquals(10 * 1e9 / ns, interval.messagesPerSecond(stream(interval)), 1e-3);
        one.close();
        other.close();
        rig.settle();
        assertEquals(0, interval().messagesPerSecond(stream(interval())), "nobody reads");
    }

    @Test
    void messagesCountOnceHoweverTheyAreRead() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscription(SubscriptionConfig.DEFAULT);
        for (int i = 0; i < 6; i++) {
            Messages.offer(publication, "a");
        }
        Iterator<Action> actions = List.of(Action.COMMIT, Action.CONTINUE, Action.BREAK, Action.ABORT)
                .iterator();
        assertEquals(3, subscription.controlledPoll((buffer, offset, length, header) -> actions.next(), 10));
        assertEquals(3, subscriber().messages());
        assertEquals(0, subscription.controlledPoll((buffer, offset, length, header) -> actions.next(), 10));
        assertEquals(3, subscriber().messages());
        assertEquals(1, subscription.controlledPoll((buffer, offset, length, header) -> Action.COMMIT, 1));
        assertEquals(4, subscriber().messages());

        FrameHandler failing = (buffer, offset, length, header) -> {
            throw new IllegalStateException();
        };
        assertThrows(IllegalStateException.class, () -> subscription.poll(failing, 10));
        assertThrows(
                IllegalStateException.class,
                () -> subscription.controlledPoll(
                        (buffer, offset, length, header) -> {
                            throw new IllegalStateException();
                        },
                        10));
        assertEquals(6, subscriber().messages());
        assertEquals(0, subscription.poll(received, 10));
        subscription.close();
        rig.settle();

        Subscription acknowledging = subscription(SubscriptionConfig.DEFAULT.withAcknowledgement());
        Messages.offer(publication, "a");
        assertEquals(1, acknowledging.poll(received, 2));
        assertEquals(0, subscriber().messages());
        acknowledging.images().get(0).acknowledge();
        assertEquals(1, subscriber().messages(), "once it is acknowledged");
    }

    @Test
    void aSubscriberThatDropsHasItsLossesInItsSlot() {
        List<Long> lost = new ArrayList<>();
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscription(SubscriptionConfig.DEFAULT
                .withPolicy(Policy.DROP)
                .withOverrunHandler((image, from, to) -> lost.addAll(List.of(from, to))));
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 1000; i++) {
                rig.until("space", () -> Messages.offer(publication, "x".repeat(1000)) > 0);
            }
            while (subscription.poll(received, 100) > 0) {}
            LogSnapshot.Subscriber slot = subscriber();
            assertEquals(2 * round, lost.size());
            assertEquals(round, slot.losses());
            assertEquals(subscription.lostBytes(), slot.lostBytes());
            assertEquals(lost.get(2 * round - 2), slot.lostFrom());
            assertEquals(lost.get(2 * round - 1), slot.lostTo());
            assertEquals(received.count(), slot.messages());
        }
        assertEquals(0, log().heldNs(), "it holds no publisher back");
    }
}
