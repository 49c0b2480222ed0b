/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.memory.MappedBuffer;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that sleep until there is space in a log, or a subscriber. */
final class SpaceWaitTest extends WithThreads {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int LENGTH = 1000;
    /** A thread that is not woken checks again after a second. */
    private static final long BACKSTOP_MS = 900;

    /** A sleeping thread takes a tenth of this in half a minute; a spinning one gives way to busy threads. */
    private static final long MUCH_CPU_NS = 10_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicReference<Thread> sleeper = new AtomicReference<>();
    private final MappedBuffer message = MappedBuffer.allocate(LENGTH);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    static Stream<BiFunction<Tailrace, String, Publication>> kinds() {
        return Stream.of(Tailrace::addPublication, Tailrace::addExclusivePublication);
    }

    private <T> Future<T> asleep(Callable<T> call) throws InterruptedException {
        Future<T> result = threads.submit(() -> {
            sleeper.set(Thread.currentThread());
            return call.call();
        });
        Thread.sleep(10); // After its first sleep, which is short.
        assertFalse(result.isDone());
        return result;
    }

    private long cpuNs() {
        return ManagementFactory.getThreadMXBean()
                .getThreadCpuTime(sleeper.get().getId());
    }

    private static <T> T awaitSoon(Future<T> result) throws Exception {
        return result.get(BACKSTOP_MS, TimeUnit.MILLISECONDS);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aSubscriberThatReadsEndsTheWait(BiFunction<Tailrace, String, Publication> kind) throws Exception {
        try (Tailrace tailrace = connect();
                Subscription subscription = tailrace.addSubscription(STREAM);
                Publication publication = kind.apply(tailrace, STREAM)) {
            assertTrue(publication.awaitSubscribers(1, LONG));
            for (int i = 0; i < 5; i++) {
                fillUp(publication);
                Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
                readAll(subscription);
                assertTrue(awaitSoon(offer) > 0);

                fillUp(publication);
                Claim claim = new Claim();
                Future<Long> claimed = asleep(() -> publication.claim(LENGTH, claim, LONG));
                readAll(subscription);
                assertTrue(awaitSoon(claimed) > 0);
                claim.commit();
            }
        }
    }

    /** Fills the log until the keeper makes no more space either. */
    private static void fillUp(Publication publication) throws InterruptedException {
        while (Messages.fill(publication, LENGTH) > 0) {
            Thread.sleep(25);
        }
    }

    private static void readAll(Subscription subscription) {
        Recorder received = new Recorder();
        while (subscription.poll(received, 10) > 0) {
            // The next.
        }
    }

    @Test
    void itSpinsWhereItsPolicySaysSo() throws Exception {
        PublicationConfig config = PublicationConfig.DEFAULT.withWaitPolicy(WaitPolicy.SPIN);
        try (Tailrace tailrace = connect();
                Subscription subscription = tailrace.addSubscription(STREAM);
                Publication publication = tailrace.addPublication(STREAM, config)) {
            assertTrue(publication.awaitSubscribers(1, LONG));
            fillUp(publication);
            Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            long beforeNs = cpuNs();
            while (cpuNs() - beforeNs < MUCH_CPU_NS) {
                Thread.sleep(10);
                if (offer.isDone()) { // On a busy machine the keeper has made more space after all.
                    fillUp(publication);
                    offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
                    beforeNs = cpuNs();
                }
            }
            readAll(subscription);
            assertTrue(awaitSoon(offer) > 0);
        }
    }

    @Test
    void aSubscriberThatGoesOrComesEndsTheWait() throws Exception {
        try (Tailrace tailrace = connect();
                Publication publication = tailrace.addPublication(STREAM)) {
            Future<Long> connected = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            Future<Boolean> both = asleep(() -> publication.awaitSubscribers(2, LONG));
            Subscription slow = tailrace.addSubscription(STREAM);
            assertTrue(awaitSoon(connected) > 0);

            Subscription other = tailrace.addSubscription(STREAM);
            assertTrue(awaitSoon(both));
            fillUp(publication);
            Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            readAll(other);
            Thread.sleep(20);
            assertFalse(offer.isDone());
            slow.close();
            assertTrue(awaitSoon(offer) > 0);
        }
    }

    @Test
    void aThreadThatWaitsForSubscribersKeepsNobodyFromSpace() throws Exception {
        try (Tailrace tailrace = connect();
                Subscription subscription = tailrace.addSubscription(STREAM);
                Publication publication = tailrace.addPublication(STREAM)) {
            assertTrue(publication.awaitSubscribers(1, LONG));
            Future<Boolean> another = asleep(() -> publication.awaitSubscribers(2, LONG));
            fillUp(publication);
            Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            readAll(subscription);
            assertTrue(awaitSoon(offer) > 0);
            assertFalse(another.isDone());
            publication.close();
            assertFalse(awaitSoon(another));
        }
    }

    @Test
    void manyThreadsWaitAtOnce() throws Exception {
        try (Tailrace tailrace = connect();
                Subscription subscription = tailrace.addSubscription(STREAM);
                Publication publication = tailrace.addPublication(STREAM)) {
            assertTrue(publication.awaitSubscribers(1, LONG));
            fillUp(publication);
            List<Future<Long>> offers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                offers.add(threads.submit(() -> publication.offer(message, 0, LENGTH, LONG)));
            }
            Thread.sleep(50);
            for (Future<Long> offer : offers) {
                assertFalse(offer.isDone());
            }
            readAll(subscription);
            for (Future<Long> offer : offers) {
                assertTrue(awaitSoon(offer) > 0);
            }
        }
    }

    @Test
    void anInterruptOrTheTimeoutEndsTheWaitWithAReason() throws Exception {
        try (Tailrace tailrace = connect();
                Subscription subscription = tailrace.addSubscription(STREAM);
                Publication publication = tailrace.addPublication(STREAM)) {
            assertTrue(publication.awaitSubscribers(1, LONG));
            fillUp(publication);
            Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            sleeper.get().interrupt();
            ExecutionException interrupted = assertThrows(ExecutionException.class, () -> awaitSoon(offer));
            assertInstanceOf(OfferInterruptedException.class, interrupted.getCause());
            assertTrue(interrupted.getCause().getMessage().startsWith("interrupted while an offer waited"));

            long startNs = System.nanoTime();
            OfferTimeoutException over = assertThrows(
                    OfferTimeoutException.class, () -> publication.claim(LENGTH, new Claim(), Duration.ofMillis(30)));
            assertEquals(OfferStatus.BACK_PRESSURED, over.status());
            assertTrue(System.nanoTime() - startNs >= 30_000_000);
            assertThrows(
                    OfferTimeoutException.class, () -> publication.offer(message, 0, LENGTH, Duration.ofMillis(-1)));
            assertTrue(subscription.isConnected());
        }
    }

    @Test
    void closingEndsTheWait() throws Exception {
        try (Tailrace tailrace = connect();
                Publication publication = tailrace.addPublication(STREAM)) {
            Future<Long> offer = asleep(() -> publication.offer(message, 0, LENGTH, LONG));
            publication.close();
            ExecutionException closed = assertThrows(ExecutionException.class, () -> awaitSoon(offer));
            assertInstanceOf(IllegalStateException.class, closed.getCause());
            assertFalse(publication.awaitSubscribers(1, LONG));
        }
    }
}
