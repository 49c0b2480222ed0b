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
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.internal.PendingFault;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that sleep until a message arrives. */
final class WaitTest extends WaitFixture {
    private final Recorder received = new Recorder();
    private AutoCloseable open;

    private Subscription subscribe(SubscriptionConfig config) {
        return subscriber.addSubscription(STREAM, config.withJoinAt(JoinAt.OLDEST));
    }

    private Subscription subscribe() {
        return subscribe(SubscriptionConfig.DEFAULT);
    }

    /** Polls on another thread, and returns when that thread sleeps. */
    private Future<Integer> pollAsleep(Subscription subscription) throws InterruptedException {
        return asleep(() -> subscription.poll(received, 10, LONG));
    }

    private Future<Integer> pollAsleep(WaitSet set) throws InterruptedException {
        return asleep(() -> set.poll(received, 10, LONG));
    }

    private void assertWoken(Future<Integer> polled) throws Exception {
        assertEquals(1, awaitWoken(subscriber, polled));
    }

    @ParameterizedTest
    @EnumSource(WaitPolicy.class)
    void aMessageEndsTheWait(WaitPolicy policy) throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe(SubscriptionConfig.DEFAULT.withWaitPolicy(policy));
        assertTrue(publication.awaitSubscribers(1, LONG));
        for (int i = 0; i < 5; i++) {
            Future<Integer> polled = pollAsleep(subscription);
            assertTrue(Messages.offer(publication, "m" + i) > 0);
            assertWoken(polled);
        }
        assertEquals(List.of("m0", "m1", "m2", "m3", "m4"), received.texts());
    }

    @Test
    void anAgentOfAgronaSleepsUntilAMessageComes() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
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
    void aPublicationThatComesLaterEndsTheWaitAndADroppingSubscriberSleepsToo() throws Exception {
        Future<Integer> polled = pollAsleep(subscribe(SubscriptionConfig.DEFAULT.withPolicy(Policy.DROP)));
        Publication publication = publisher.addExclusivePublication(STREAM);
        assertTrue(publication.awaitSubscribers(1, LONG));
        assertTrue(publication.offer(Messages.of("a"), 0, 1, Messages.of("b"), 0, 1) > 0);
        assertWoken(polled);
        assertEquals(List.of("ab"), received.texts());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClaimThatIsCommittedOrGivenUpLetsTheSleeperSeeIt(boolean commits) throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        assertTrue(publication.awaitSubscribers(1, LONG));
        Claim claim = new Claim();
        assertTrue(publication.tryClaim(0, claim) > 0);
        Future<Integer> polled = pollAsleep(subscription);
        if (commits) {
            claim.commit();
        } else {
            assertTrue(Messages.offer(publication, "behind") > 0);
            Thread.sleep(50);
            assertFalse(polled.isDone());
            claim.abort();
        }
        assertWoken(polled);
        assertEquals(List.of(commits ? "" : "behind"), received.texts());
    }

    @Test
    void anInterruptEndsTheWaitAndIsKept() throws Exception {
        Subscription subscription = subscribe();
        assertWoken(0, () -> pollAsleep(subscription), () -> sleeper.get().interrupt());
        boolean kept = threads.submit(() -> {
                    Thread.currentThread().interrupt();
                    return subscription.poll(received, 1, LONG) == 0 && Thread.interrupted();
                })
                .get();
        assertTrue(kept);
    }

    @Test
    void closingTheSubscriptionItsSetOrTheClientEndsTheWait() throws Exception {
        Callable<Future<Integer>> single = () -> {
            Subscription subscription = subscribe();
            open = subscription;
            Future<Integer> polled = pollAsleep(subscription);
            assertThrows(IllegalStateException.class, () -> subscription.awaitMessage(LONG), "one thread at a time");
            return polled;
        };
        Callable<Future<Integer>> inSet = () -> {
            WaitSet set = subscriber.newWaitSet(WaitPolicy.ECONOMY);
            set.add(subscribe());
            open = set;
            return pollAsleep(set);
        };
        Callable<Future<Integer>> ofClient = () -> {
            subscriber.close();
            subscriber = connect();
            Future<Integer> polled = inSet.call();
            open = subscriber;
            return polled;
        };
        assertWoken(0, single, this::closeOpen);
        assertFalse(((Subscription) open).awaitMessage(LONG));
        assertWoken(0, inSet, this::closeOpen);
        assertWoken(0, ofClient, this::closeOpen);
        assertThrows(IllegalStateException.class, subscriber::newWaitSet);
    }

    private void closeOpen() {
        try {
            open.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theWaitLastsAsLongAsItsTimeout() {
        Subscription subscription = subscribe();
        for (int ms : new int[] {-1, 0, 1, 30}) {
            long startNs = System.nanoTime();
            assertFalse(subscription.awaitMessage(Duration.ofMillis(ms)));
            assertTrue(System.nanoTime() - startNs >= ms * 1_000_000L, "ms=" + ms);
        }
    }

    @Test
    void oneThreadWaitsForManySubscriptions() throws Exception {
        List<Publication> publications = new ArrayList<>();
        try (WaitSet set = subscriber.newWaitSet()) {
            for (int i = 0; i < 10; i++) {
                publications.add(publisher.addPublication(STREAM + i));
                set.add(subscriber.addSubscription(STREAM + i));
            }
            for (Publication publication : publications) {
                assertTrue(publication.awaitSubscribers(1, LONG));
                Future<Integer> polled = pollAsleep(set);
                Messages.offer(publication, publication.stream());
                assertWoken(polled);
            }
            assertEquals(publications.stream().map(Publication::stream).toList(), received.texts());

            Subscription first = set.subscriptions().get(0);
            assertThrows(IllegalStateException.class, () -> first.awaitMessage(LONG));
            try (WaitSet another = subscriber.newWaitSet()) {
                assertThrows(IllegalStateException.class, () -> another.add(first));
            }
            set.remove(first);
            assertFalse(first.awaitMessage(Duration.ZERO));
            assertWoken(0, () -> pollAsleep(set), set::wake);
            set.close();
            assertEquals(0, set.poll(received, 10, LONG));
        }
    }

    @Test
    void aPublisherGoesOnWhereTheFileOfASleeperIsTruncated() throws Exception {
        Publication publication = publisher.addPublication(STREAM);
        Subscription subscription = subscribe();
        assertTrue(publication.awaitSubscribers(1, LONG));
        Future<Integer> polled = pollAsleep(subscription);
        assertTrue(Messages.offer(publication, "a") > 0);
        assertWoken(polled);

        truncateSleepers();
        // The faults may surface anywhere, until the conductor has found their reason.
        untilNothingIsThrown(() -> Messages.offer(publication, "b"));
        untilNothingIsThrown(() -> {
            subscription.poll(received, Integer.MAX_VALUE);
            subscription.awaitMessage(Duration.ofMillis(1));
        });

        polled = pollAsleep(subscription); // In another file.
        assertTrue(Messages.offer(publication, "d") > 0);
        assertWoken(polled);
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
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "sleepers-*")) {
            for (Path file : files) {
                Files.newByteChannel(file, StandardOpenOption.WRITE).truncate(0).close();
            }
        }
    }
}
