/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.Image;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that keeps references to closed objects does not keep the memory of their log. */
final class ClosedMemoryTest extends WithThreads {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ExecutorService executor = Executors.newFixedThreadPool(2);

    @AfterEach
    void endThreads() {
        executor.shutdown();
    }

    private static boolean isMapped(long logId) {
        System.gc();
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.anyMatch(line -> line.contains("/" + logId + "/term-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, BLOCK, false",
        "false, BLOCK, false",
        "false, DROP, false",
        "true, BLOCK, true",
        "false, DROP, true"
    })
    void closedIsUnmapped(boolean exclusive, Policy policy, boolean withItsClient) {
        Tailrace tailrace = connect();
        Publication publication = Messages.add(tailrace, STREAM, exclusive);
        Subscription subscription = tailrace.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withPolicy(policy));
        assertTrue(publication.awaitSubscribers(1, LONG));
        Await.until("an image", () -> subscription.imageCount() == 1);
        Image image = subscription.images().get(0);
        assertTrue(Messages.offer(publication, "a") > 0);
        Recorder received = new Recorder();
        Await.until("the message", () -> subscription.poll(received, 10) > 0);
        assertTrue(isMapped(publication.logId()));

        if (withItsClient) {
            tailrace.close();
        }
        publication.close();
        subscription.close();
        Await.until("its memory is given up", () -> !isMapped(publication.logId()));
        assertAnswers(publication);
        assertTrue(subscription.isClosed());
        assertEquals(0, subscription.poll(received, 10));
        assertEquals(0, image.poll(received, 10));
        assertEquals(
                0, image.controlledPoll((buffer, offset, length, header) -> ControlledFrameHandler.Action.CONTINUE, 1));
        assertEquals(16, image.position());
        assertEquals(16, image.readPosition());
        assertEquals(publication.logId(), image.logId());
        assertTrue(image.isClosed());
        tailrace.close();
    }

    private static void assertAnswers(Publication publication) {
        assertEquals(OfferStatus.CLOSED_CODE, Messages.offer(publication, "b"));
        assertEquals(OfferStatus.CLOSED_CODE, publication.offer(new byte[1]));
        assertThrows(IllegalStateException.class, () -> publication.offer(new byte[1], Duration.ofMillis(1)));
        assertEquals(16, publication.position());
        assertTrue(publication.limit() >= 0);
        assertNull(publication.blocker());
        assertFalse(publication.isConnected());
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aClosedDispatchIsUnmapped(boolean dispatchFirst) {
        Tailrace tailrace = connect();
        Publication publication = tailrace.addPublication(STREAM);
        Subscription subscription = tailrace.addSubscription(STREAM);
        AtomicInteger handled = new AtomicInteger();
        Dispatch dispatch = Dispatch.of(subscription, (buffer, offset, length, header) -> handled.incrementAndGet())
                .start(executor);
        assertTrue(publication.awaitSubscribers(1, LONG));
        assertTrue(Messages.offer(publication, "a") > 0);
        Await.until("handled", () -> handled.get() == 1);

        if (dispatchFirst) {
            dispatch.close();
        }
        subscription.close();
        publication.close();
        Await.until("its memory is given up", () -> !isMapped(publication.logId()));

        assertTrue(subscription.isClosed());
        dispatch.close();
        tailrace.close();
    }
}
