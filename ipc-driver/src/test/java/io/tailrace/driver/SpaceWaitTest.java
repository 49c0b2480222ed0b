/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Blocker;
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
import io.tailrace.testing.Await;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that sleep until there is space in a log, a subscriber, or a publisher. */
final class SpaceWaitTest extends WaitFixture {
    private static final int LENGTH = 1000;
    /** A sleeping thread takes a tenth of this in half a minute; a spinning one gives way to busy threads. */
    private static final long MUCH_CPU_NS = 10_000_000;

    private final MappedBuffer message = MappedBuffer.allocate(LENGTH);
    private Publication publication;

    static Stream<BiFunction<Tailrace, String, Publication>> kinds() {
        return Stream.of(Tailrace::addPublication, Tailrace::addExclusivePublication);
    }

    private Subscription subscribeTo(Publication added) {
        publication = added;
        Subscription subscription = subscriber.addSubscription(STREAM);
        assertTrue(publication.awaitSubscribers(1, LONG));
        return subscription;
    }

    private Future<Long> offerAsleep() throws InterruptedException {
        return asleep(() -> publication.offer(message, 0, LENGTH, LONG));
    }

    /** Fills the log until only subscribers can make space: before that, a keeper that was late makes more. */
    private void fillUp() {
        Await.until(
                "only a subscriber makes space",
                () -> Messages.fill(publication, LENGTH) == 0
                        && publication.blocker().role() == Blocker.Role.SUBSCRIBER
                        && Messages.fill(publication, LENGTH) == 0); // Or the keeper came before the second check.
    }

    private static void readAll(Subscription subscription) {
        while (subscription.poll((buffer, offset, length, header) -> {}, 10) > 0) {
            // The next.
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aSubscriberThatReadsEndsTheWait(BiFunction<Tailrace, String, Publication> kind) throws Exception {
        Subscription subscription = subscribeTo(kind.apply(publisher, STREAM));
        for (int i = 0; i < 3; i++) {
            fillUp();
            Future<Long> offer = offerAsleep();
            readAll(subscription);
            assertTrue(awaitWoken(publisher, offer) > 0);
            fillUp();
            Claim claim = new Claim();
            Future<Long> claimed = asleep(() -> publication.claim(LENGTH, claim, LONG));
            readAll(subscription);
            assertTrue(awaitWoken(publisher, claimed) > 0);
            claim.commit();
        }
    }

    @Test
    void itSpinsWhereItsPolicySaysSo() throws Exception {
        PublicationConfig config = PublicationConfig.DEFAULT.withWaitPolicy(WaitPolicy.SPIN);
        Subscription subscription = subscribeTo(publisher.addPublication(STREAM, config));
        fillUp();
        Future<Long> offer = offerAsleep();
        long beforeNs = cpuNs();
        while (cpuNs() - beforeNs < MUCH_CPU_NS) {
            Thread.sleep(10);
            if (offer.isDone()) { // On a busy machine the keeper has made more space after all.
                fillUp();
                offer = offerAsleep();
                beforeNs = cpuNs();
            }
        }
        readAll(subscription);
        assertTrue(offer.get(60, TimeUnit.SECONDS) > 0);
    }

    private long cpuNs() {
        return ManagementFactory.getThreadMXBean()
                .getThreadCpuTime(sleeper.get().getId());
    }

    @Test
    void aSubscriberThatGoesOrComesEndsTheWait() throws Exception {
        publication = publisher.addPublication(STREAM);
        Future<Long> connected = offerAsleep();
        Future<Boolean> both = asleep(() -> publication.awaitSubscribers(2, LONG));
        Subscription slow = subscriber.addSubscription(STREAM);
        assertTrue(awaitWoken(publisher, connected) > 0);
        Subscription other = subscriber.addSubscription(STREAM);
        assertTrue(both.get(60, TimeUnit.SECONDS));
        assertTrue(publication.awaitSubscribers(2, Duration.ZERO));
        assertFalse(publication.awaitSubscribers(3, Duration.ofMillis(10)));

        fillUp();
        Future<Long> offer = offerAsleep();
        readAll(other);
        Thread.sleep(50);
        assertFalse(offer.isDone());
        slow.close();
        assertTrue(awaitWoken(publisher, offer) > 0);
    }

    /** A thread that waits for subscribers keeps nobody from space. */
    @Test
    void manyThreadsWaitAtOnce() throws Exception {
        Subscription subscription = subscribeTo(publisher.addPublication(STREAM));
        Future<Boolean> another = asleep(() -> publication.awaitSubscribers(2, LONG));
        fillUp();
        List<Future<Long>> offers = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            offers.add(threads.submit(() -> publication.offer(message, 0, LENGTH, LONG)));
        }
        Thread.sleep(50);
        assertTrue(offers.stream().noneMatch(Future::isDone));

        readAll(subscription);
        for (Future<Long> offer : offers) {
            assertTrue(awaitWoken(publisher, offer) > 0);
        }
        assertFalse(another.isDone());
    }

    @Test
    void anInterruptTheTimeoutOrClosingEndsTheWaitWithAReason() throws Exception {
        subscribeTo(publisher.addPublication(STREAM));
        fillUp();
        Future<Long> offer = offerAsleep();
        sleeper.get().interrupt();
        ExecutionException interrupted = assertThrows(ExecutionException.class, () -> offer.get(60, TimeUnit.SECONDS));
        assertInstanceOf(OfferInterruptedException.class, interrupted.getCause());
        String said = interrupted.getCause().getMessage();
        assertTrue(
                said.startsWith(
                        "interrupted while an offer waited for at most " + LONG.toMillis() + " ms: stream=" + STREAM),
                said);

        long startNs = System.nanoTime();
        OfferTimeoutException over = assertThrows(
                OfferTimeoutException.class, () -> publication.claim(LENGTH, new Claim(), Duration.ofMillis(30)));
        assertEquals(OfferStatus.BACK_PRESSURED, over.status());
        assertTrue(System.nanoTime() - startNs >= 30_000_000);
        assertThrows(OfferTimeoutException.class, () -> publication.offer(message, 0, LENGTH, Duration.ofMillis(-1)));

        Future<Long> open = offerAsleep();
        publication.close();
        ExecutionException closed = assertThrows(ExecutionException.class, () -> open.get(60, TimeUnit.SECONDS));
        assertInstanceOf(IllegalStateException.class, closed.getCause());
        assertFalse(publication.awaitSubscribers(1, LONG));
    }

    private Future<Boolean> subscribersAsleep(int count) throws InterruptedException {
        return asleep(() -> publication.awaitSubscribers(count, LONG));
    }

    /**
     * Without a signal the publisher's conductor would check by itself when its long pause is over: sometimes soon by
     * chance, just as a busy machine is sometimes late.
     */
    @Test
    void theDriverEndsTheWaitInWhichAThreadLooksAtNothing() throws Exception {
        publication = publisher.addPublication(STREAM);
        int soon = 0;
        int late = 0;
        while (soon < 2 + late) {
            Future<Boolean> waits = subscribersAsleep(soon + late + 1);
            assertUsesNoProcessor();
            Thread.sleep(800); // Until the conductor's pauses are long.
            assertFalse(waits.isDone());
            subscriber.addSubscription(STREAM);
            long startNs = System.nanoTime();
            assertTrue(waits.get(60, TimeUnit.SECONDS));
            if (System.nanoTime() - startNs < 50_000_000) {
                soon++;
            } else {
                late++;
            }
            assertTrue(late < 20, "late=" + late + ", soon=" + soon);
        }
    }

    /**
     * A source of counters runs on the conductor, which could not be woken there. As long as it keeps the conductor
     * from its work, other threads check by themselves.
     */
    @Test
    void theConductorItselfLooksOftenAndAStuckOneKeepsNobodyForLong() throws Exception {
        publication = publisher.addPublication(STREAM);
        CompletableFuture<Boolean> waits = new CompletableFuture<>();
        CompletableFuture<Void> end = new CompletableFuture<>();
        CountDownLatch begun = new CountDownLatch(1);
        publisher.addCounters("handler", sink -> {
            if (!waits.isDone()) {
                begun.countDown();
                waits.complete(publication.awaitSubscribers(1, LONG));
                end.join();
            }
        });
        Future<Boolean> other = subscribersAsleep(2);
        begun.await();
        assertFalse(waits.isDone());
        try {
            subscriber.addSubscription(STREAM);
            assertTrue(waits.get(60, TimeUnit.SECONDS));
            subscriber.addSubscription(STREAM);
            assertTrue(other.get(60, TimeUnit.SECONDS));
        } finally {
            end.complete(null);
        }
    }

    /** A thread waits for subscribers or for a publisher. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptOrCloseEndsTheWaitForTheOtherEnd(boolean publishes) throws Exception {
        publication = publisher.addPublication(publishes ? STREAM : "another");
        Subscription subscription = subscriber.addSubscription(publishes ? "another" : STREAM);
        Callable<Boolean> wait =
                publishes ? () -> publication.awaitSubscribers(1, LONG) : () -> subscription.awaitConnected(LONG);
        Callable<Boolean> losesInterrupt = () -> wait.call() || !Thread.interrupted();
        assertWoken(false, () -> asleep(losesInterrupt), () -> sleeper.get().interrupt());
        Future<Boolean> closed = asleep(wait);
        publication.close();
        subscription.close();
        assertFalse(closed.get(60, TimeUnit.SECONDS));
    }

    @Test
    void aPublisherEndsTheWaitForItWhichUsesNoProcessor() throws Exception {
        Subscription subscription = subscriber.addSubscription(STREAM);
        assertFalse(subscription.awaitConnected(Duration.ofMillis(20)));
        Future<Boolean> waits = asleep(() -> subscription.awaitConnected(LONG));
        assertUsesNoProcessor();
        assertFalse(waits.isDone());

        publication = publisher.addPublication(STREAM);
        assertTrue(waits.get(60, TimeUnit.SECONDS));
        assertTrue(subscription.awaitConnected(Duration.ZERO), "at once");
        assertEquals(1, publication.subscriberCount());
    }
}
