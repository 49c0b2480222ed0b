/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.internal.PendingFault;
import io.tailrace.system.Await;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that sleep until a message arrives. */
final class WaitTest extends WithThreads {
    private static final Duration LONG = Duration.ofSeconds(30);
    /** A thread that is not woken checks again after a second. */
    private static final Duration BACKSTOP = Duration.ofMillis(900);

    private final Recorder received = new Recorder();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final AtomicReference<Thread> sleeper = new AtomicReference<>();
    private Tailrace publisher;
    private Tailrace subscriber;

    @BeforeEach
    void join() {
        publisher = connect();
        subscriber = connect();
    }

    @AfterEach
    void leave() {
        thread.shutdownNow();
        subscriber.close();
        publisher.close();
    }

    private Subscription subscribe(SubscriptionConfig config) {
        return subscriber.addSubscription(STREAM, config.withJoinAt(JoinAt.OLDEST));
    }

    /** Polls with a timeout on another thread, and returns when that thread sleeps. */
    private Future<Integer> pollAsleep(Subscription subscription, Duration timeout) throws InterruptedException {
        return asleep(() -> subscription.poll(received, 10, timeout));
    }

    private Future<Integer> asleep(Callable<Integer> poll) throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        Future<Integer> polled = thread.submit(() -> {
            sleeper.set(Thread.currentThread());
            begun.countDown();
            return poll.call();
        });
        begun.await(); // A busy machine may start it late.
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < 10_000_000) { // After its first sleep, which is short.
            assertFalse(polled.isDone());
            Thread.sleep(1);
        }
        return polled;
    }

    private static int awaitSoon(Future<Integer> polled) throws Exception {
        return polled.get(BACKSTOP.toMillis(), TimeUnit.MILLISECONDS);
    }

    @ParameterizedTest
    @EnumSource(WaitPolicy.class)
    void aMessageEndsTheWait(WaitPolicy policy) throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT.withWaitPolicy(policy));
        assertTrue(publication.awaitSubscribers(1, LONG));
        for (int i = 0; i < 10; i++) {
            Future<Integer> polled = pollAsleep(subscription, LONG);
            assertTrue(Messages.offer(publication, "m" + i) > 0);
            assertEquals(1, awaitWoken(subscriber, polled));
        }
        assertEquals(10, received.texts().size());
    }

    @Test
    void anAgentOfAgronaSleepsUntilAMessageComes() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.awaitSubscribers(1, LONG));
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        AtomicInteger cycles = new AtomicInteger();
        Agent agent = new Agent() {
            @Override
            public int doWork() {
                cycles.incrementAndGet();
                return subscription.poll(received, 10);
            }

            @Override
            public String roleName() {
                return "agent";
            }
        };
        try (AgentRunner runner = new AgentRunner(subscription.idleStrategy(), failures::add, null, agent)) {
            AgentRunner.startOnThread(runner);
            Await.until("it has begun", () -> cycles.get() >= 1);
            for (int i = 1; i <= 20; i++) {
                int expected = i;
                assertTrue(Messages.offer(publication, "m" + i) > 0);
                Await.until("it was woken", () -> received.count() >= expected);
                Thread.sleep(5);
            }
        }
        assertEquals(List.of(), failures);
        assertTrue(cycles.get() < 200, "it sleeps in between: cycles=" + cycles);
    }

    @Test
    void anExclusivePublicationEndsTheWaitAndADroppingSubscriberSleepsToo() throws Exception {
        Publication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP));
        assertTrue(publication.awaitSubscribers(1, LONG));
        Future<Integer> polled = pollAsleep(subscription, LONG);
        assertTrue(publication.offer(Messages.vector("a"), Messages.vector("b")) > 0);
        assertEquals(1, awaitWoken(subscriber, polled));
        assertEquals(List.of("ab"), received.texts());
    }

    @Test
    void aClaimThatIsGivenUpLetsTheSleeperSeeWhatLiesBehindIt() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.awaitSubscribers(1, LONG));
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(8, claim) > 0);
        Future<Integer> polled = pollAsleep(subscription, LONG);
        assertTrue(Messages.offer(publication, "behind") > 0);
        Thread.sleep(20);
        assertFalse(polled.isDone());
        claim.abort();
        assertEquals(1, awaitWoken(subscriber, polled));
        assertEquals(List.of("behind"), received.texts());
    }

    @Test
    void aClaimThatIsCommittedEndsTheWait() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.awaitSubscribers(1, LONG));
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(8, claim) > 0);
        Future<Integer> polled = pollAsleep(subscription, LONG);
        claim.commit();
        assertEquals(1, awaitWoken(subscriber, polled));
    }

    @Test
    void aPublicationThatComesLaterEndsTheWait() throws Exception {
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Future<Integer> polled = pollAsleep(subscription, LONG);
        Publication publication = publisher.addPublication(STREAM);
        assertTrue(publication.awaitSubscribers(1, LONG));
        assertTrue(Messages.offer(publication, "a") > 0);
        assertEquals(1, awaitWoken(subscriber, polled));
    }

    @Test
    void anInterruptEndsTheWaitAndIsKept() throws Exception {
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        for (int i = 0; i < 3; i++) {
            Future<Integer> polled = pollAsleep(subscription, LONG);
            sleeper.get().interrupt();
            assertEquals(0, awaitSoon(polled));
            assertTrue(thread.submit(() -> true).get());
        }
        assertTrue(thread.submit(() -> {
                    Thread.currentThread().interrupt();
                    return subscription.poll(received, 1, LONG) == 0 && Thread.interrupted();
                })
                .get(5, TimeUnit.SECONDS));
    }

    @Test
    void closingTheSubscriptionOrTheClientEndsTheWait() throws Exception {
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Future<Integer> polled = pollAsleep(subscription, LONG);
        subscription.close();
        assertEquals(0, awaitSoon(polled));
        assertFalse(subscription.awaitMessage(LONG));

        Subscription another = subscribe(SubscriptionConfig.DEFAULT);
        polled = pollAsleep(another, LONG);
        subscriber.close();
        assertEquals(0, awaitSoon(polled));
    }

    @Test
    void theWaitLastsAsLongAsItsTimeoutAndNoLonger() {
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        for (int ms : new int[] {-1, 0, 1, 30}) {
            long startNs = System.nanoTime();
            assertFalse(subscription.awaitMessage(Duration.ofMillis(ms)));
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            assertTrue(tookMs >= ms && tookMs < ms + 10_000, "took " + tookMs + " of " + ms + " ms");
        }
    }

    @Test
    void oneThreadAtATimeWaits() throws Exception {
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        Future<Integer> polled = pollAsleep(subscription, LONG);
        assertThrows(IllegalStateException.class, () -> subscription.awaitMessage(LONG));
        subscription.close();
        assertEquals(0, awaitSoon(polled));
    }

    @Test
    void oneThreadWaitsForManySubscriptions() throws Exception {
        List<Publication> publications = new ArrayList<>();
        try (WaitSet set = subscriber.newWaitSet()) {
            for (int i = 0; i < 20; i++) {
                publications.add(publisher.addPublication(STREAM + i));
                set.add(subscriber.addSubscription(STREAM + i));
            }
            for (Publication publication : publications) {
                assertTrue(publication.awaitSubscribers(1, LONG));
                Future<Integer> polled = asleep(() -> set.poll(received, 10, LONG));
                Messages.offer(publication, publication.stream());
                assertEquals(1, awaitWoken(subscriber, polled));
            }
            assertEquals(publications.stream().map(Publication::stream).toList(), received.texts());

            Subscription first = set.subscriptions().get(0);
            assertThrows(IllegalStateException.class, () -> first.awaitMessage(LONG));
            try (WaitSet another = subscriber.newWaitSet()) {
                assertThrows(IllegalStateException.class, () -> another.add(first));
            }
            set.remove(first);
            assertFalse(first.awaitMessage(Duration.ZERO));

            Future<Integer> polled = asleep(() -> set.poll(received, 10, LONG));
            set.wake();
            assertEquals(0, awaitSoon(polled));
            Future<Integer> again = asleep(() -> set.poll(received, 10, LONG));
            set.close();
            assertEquals(0, awaitSoon(again));
            assertEquals(0, set.poll(received, 10, LONG));
        }
    }

    @Test
    void theClientClosesItsWaitSets() throws Exception {
        WaitSet set = subscriber.newWaitSet(WaitPolicy.ECONOMY);
        set.add(subscribe(SubscriptionConfig.DEFAULT));
        Future<Integer> polled = asleep(() -> set.poll(received, 10, LONG));
        subscriber.close();
        assertEquals(0, awaitSoon(polled));
        assertThrows(IllegalStateException.class, subscriber::newWaitSet);
    }

    @Test
    void aPublisherGoesOnWhereTheFileOfASleeperIsTruncated() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT);
        assertTrue(publication.awaitSubscribers(1, LONG));
        Future<Integer> polled = pollAsleep(subscription, LONG);
        assertTrue(Messages.offer(publication, "a") > 0);
        assertEquals(1, awaitWoken(subscriber, polled));
        truncateSleepers();

        // The faults may surface anywhere, until the conductor has found their reason.
        untilNothingIsThrown(() -> Messages.offer(publication, "b"));
        untilNothingIsThrown(() -> {
            subscription.poll(received, Integer.MAX_VALUE);
            subscription.awaitMessage(Duration.ofMillis(1));
        });
        polled = pollAsleep(subscription, LONG); // In another file.
        assertTrue(Messages.offer(publication, "d") > 0);
        assertEquals(1, awaitWoken(subscriber, polled));
        // Reported only if the publisher checked meanwhile.
        errors.removeIf(error -> error.getMessage().startsWith("cannot wake a sleeping thread"));
    }

    private static void untilNothingIsThrown(Runnable step) throws InterruptedException {
        int goodOnes = 0;
        while (goodOnes < 5) {
            try {
                step.run();
                Thread.sleep(60); // All of them are longer than the conductor's longest pause.
                PendingFault.raise();
                goodOnes++;
            } catch (InternalError e) {
                goodOnes = 0;
            }
        }
    }

    private void truncateSleepers() throws IOException {
        Path folder = driver.directory().resolve("clients").resolve(Long.toString(subscriber.clientId()));
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("sleepers-"))
                    .toList()) {
                try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
                    open.setLength(0);
                }
            }
        }
    }
}
