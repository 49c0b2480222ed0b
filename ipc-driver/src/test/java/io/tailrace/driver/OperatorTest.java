/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Dispatch;
import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.client.Operator;
import io.tailrace.log.LogFiles;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A person asks the driver to act on subscribers of others. */
@Timeout(60)
final class OperatorTest extends TwoClients {
    private static final int LENGTH = 1000;

    private final List<Long> positions = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private final List<Image> gone = new ArrayList<>();
    /** The position up to which everything was delivered or reported as lost, without a gap or a repetition. */
    private long accounted;

    private long lostBytes;
    private boolean wholeMessages = true;

    private final FrameHandler handler = (buffer, offset, length, header) -> {
        int number = buffer.getInt(offset);
        for (int at = 0; at < length; at += Integer.BYTES) {
            wholeMessages &= buffer.getInt(offset + at) == number;
        }
        assertFollows(header.position());
        accounted = header.position() + LENGTH + 8;
        positions.add(header.position());
        numbers.add(number);
    };

    /** Everything up to this position was delivered or reported as lost, except padding at the end of a term. */
    private void assertFollows(long position) {
        boolean crossesTerm = position / Rig.TERM_LENGTH > (accounted - 1) / Rig.TERM_LENGTH;
        assertTrue(
                position == accounted || (crossesTerm && position > accounted && position - accounted < 2 * LENGTH),
                () -> "position=" + position + ", accounted=" + accounted);
    }

    private SubscriptionConfig accounting(SubscriptionConfig config) {
        return config.withUnavailableHandler(gone::add).withOverrunHandler((image, from, to) -> {
            assertFollows(from);
            accounted = to;
            lostBytes += to - from;
        });
    }

    private void publish(Publication publication, int from, int to) {
        MappedBuffer message = MappedBuffer.allocate(LENGTH);
        for (int i = from; i < to; i++) {
            for (int at = 0; at < LENGTH; at += Integer.BYTES) {
                message.putInt(at, i);
            }
            rig.until("space for " + i, () -> publication.offer(message, 0, LENGTH) > 0);
        }
    }

    private Subscription subscribed(SubscriptionConfig config) {
        Subscription subscription = subscriber.addSubscription(STREAM, accounting(config));
        rig.until("an image", subscription::isConnected);
        return subscription;
    }

    private void evict() {
        Operator.evict(publisher, subscriber.clientId(), STREAM);
    }

    private void assertOneEviction() {
        rig.until("it is reported", () -> !rig.errors().isEmpty());
        List<Throwable> errors = rig.takeErrors();
        assertEquals(1, errors.size(), errors::toString);
        assertTrue(errors.get(0).getMessage().contains("a subscriber was evicted"), errors::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoReadsInPlaceGoesOnWithCopiesAndIsToldExactlyWhatItLost(boolean exclusive) {
        Publication publication =
                exclusive ? publisher.addExclusivePublication(STREAM) : publisher.addPublication(STREAM);
        Subscription subscription = subscribed(SubscriptionConfig.DEFAULT);
        publish(publication, 0, 20);
        subscription.poll(handler, 7);
        Image first = subscription.images().get(0);
        Messages.fill(publication, LENGTH);

        evict();
        rig.until("it no longer gates", () -> !first.isGating());
        assertTrue(first.isClosed());
        assertEquals(List.of(first), gone);
        assertNotSame(first, subscription.images().get(0));
        publish(publication, 100, 500);
        rig.settle();
        while (subscription.poll(handler, 100) > 0) {
            assertTrue(wholeMessages);
        }

        assertEquals(499, numbers.get(numbers.size() - 1));
        assertEquals(1, subscription.overruns());
        assertEquals(lostBytes, subscription.lostBytes());
        assertOneEviction();
    }

    @Test
    void whoIsInsideAHandlerIsWaitedForAndGetsNoMessageTwice() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribed(SubscriptionConfig.DEFAULT);
        Messages.fill(publication, LENGTH);
        Image image = subscription.images().get(0);
        subscription.poll(
                (buffer, offset, length, header) -> {
                    accounted = header.endPosition();
                    if (header.position() == 3 * (LENGTH + 8)) {
                        evict();
                        rig.until("the image ends", image::isClosed);
                        rig.settle();
                        assertTrue(image.isGating(), "the message lies in the log");
                        assertEquals(0, gone.size());
                    }
                },
                100);
        assertEquals(4 * (LENGTH + 8), accounted, "no more than that in this poll");
        assertTrue(image.position() < accounted, "publishers do not see its position yet");

        rig.until("it no longer gates", () -> !image.isGating());
        assertEquals(1, subscription.poll((buffer, offset, length, header) -> handlerOfZeros(header.position()), 1));
        assertOneEviction();
    }

    private void handlerOfZeros(long position) {
        assertEquals(accounted, position);
    }

    @Test
    void whoAcknowledgesGetsAgainWhatItHasNotAcknowledged() {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribed(SubscriptionConfig.DEFAULT.withAcknowledgement());
        publish(publication, 0, 10);
        subscription.poll(handler, 3);
        subscription.images().get(0).acknowledge();
        long acknowledged = accounted;
        subscription.poll(handler, 3);
        evict();
        Image image = subscription.images().get(0);
        rig.until("it no longer gates", () -> !image.isGating());

        accounted = acknowledged;
        assertEquals(7, subscription.poll(handler, 100));
        assertEquals(9, numbers.get(numbers.size() - 1));
        assertOneEviction();
    }

    @Test
    void whoWaitsForItsTurnInAQueueOfLogsIsEvictedThere() {
        Tailrace other = rig.connect(); // Keeps the log that has ended.
        ExclusivePublication ended = publisher.addExclusivePublication(STREAM);
        other.addSubscription(STREAM);
        assertTrue(offer(ended, "old") > 0);
        ended.close();
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscriber.addSubscription(
                STREAM, SubscriptionConfig.DEFAULT.withJoinAt(SubscriptionConfig.JoinAt.OLDEST));
        rig.until("the first image", subscription::isConnected);
        rig.close(other);
        Messages.fill(publication, LENGTH);

        evict();
        rig.until("publishers continue", () -> offer(publication, "x".repeat(LENGTH)) > 0);
        assertEquals(1, subscription.imageCount(), "the ended log is still to be read");
        assertFalse(subscription.images().get(0).isClosed());
        assertEquals(1, subscription.poll(FrameHandler.ofString(text -> assertEquals("old", text)), 10));
        Image first = subscription.images().get(0);
        rig.until(
                "the next image",
                () -> subscription.isConnected() && subscription.images().get(0) != first);
        assertFalse(subscription.images().get(0).isGating());
        assertOneEviction();
    }

    @Test
    void whoIsDispatchedGatesOn() {
        ExecutorService executor = Executors.newCachedThreadPool();
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribed(SubscriptionConfig.DEFAULT);
        try (Dispatch dispatch =
                subscription.dispatch((buffer, offset, length, header) -> {}).start(executor)) {
            evict();
            Image image = subscription.images().get(0);
            rig.until("the wish", () -> policy() == SubscriberPolicy.KIND_EVICTING);
            long untilNs = System.nanoTime() + 1_200_000_000; // The client checks twice a second.
            rig.until("checks of the client", () -> System.nanoTime() - untilNs > 0);
            assertTrue(image.isGating() && !image.isClosed());
            publish(publication, 0, 200);
            assertFalse(dispatch.isEnded());
        } finally {
            executor.shutdown();
        }
    }

    private int policy() {
        try (LogFiles files = LogFiles.open(
                rig.directory().resolve("logs").resolve(Long.toString(logId())), LogFiles.Access.NOTHING)) {
            return files.buffers().meta().subscriberPolicy(0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private long logId() {
        String name = String.valueOf(rig.directory().resolve("logs").toFile().list()[0]);
        return Long.parseLong(name);
    }
}
