/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.Tasklet;
import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.injector.TaskletHandle;
import io.tailrace.injector.WakeSource;
import io.tailrace.system.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Cooperative workers without work. Their timer is far too long for these tests: if a wake-up is missed, each step
 * takes half a second on average.
 */
final class TaskletAtRestTest extends DispatchFixture {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int MESSAGES = 40;
    private static final long ALL_WITHIN_NS = 8_000_000_000L;

    private final AtomicLong received = new AtomicLong();
    private final FrameHandler counting = (bytes, offset, length, header) -> received.incrementAndGet();

    private static CooperativeWorkers workers(int threads) {
        return new CooperativeWorkers(
                CooperativeConfig.DEFAULT.withThreads(threads).withIdle(NEVER, NEVER));
    }

    private void offerOneByOne(List<Publication> publications) throws InterruptedException {
        long startNs = System.nanoTime();
        long before = received.get();
        for (int i = 1; i <= MESSAGES; i++) {
            Thread.sleep(1);
            offer(publications.get(i % publications.size()), i, Long.BYTES);
            long expected = before + i;
            Await.until("message " + i + " is received", () -> received.get() == expected);
        }
        assertWithin(startNs);
    }

    private static void assertWithin(long startNs) {
        long tookNs = System.nanoTime() - startNs;
        assertTrue(tookNs < ALL_WITHIN_NS, () -> "took " + tookNs / 1_000_000 + " ms");
    }

    @Test
    void messagesWakeTheThread() throws InterruptedException {
        try (CooperativeWorkers workers = workers(1)) {
            workers.add(subscription.tasklet(counting, 10));
            offerOneByOne(List.of(publication));
            Thread.sleep(20);
            long rounds = workers.counters().rounds();
            Thread.sleep(100);
            assertEquals(rounds, workers.counters().rounds());
        }
    }

    /** Tasklets start, end, and move from one thread to the other; each takes its sources along. */
    @Test
    void sourcesMoveWithTheirTasklets() throws InterruptedException {
        List<Publication> publications = new ArrayList<>();
        List<TaskletHandle> handles = new ArrayList<>();
        try (CooperativeWorkers workers = workers(2)) {
            for (int i = 0; i < 8; i++) {
                Subscription other = subscriber.addSubscription("stream-" + i);
                publications.add(publisher.addPublication("stream-" + i));
                assertTrue(publications.get(i).awaitSubscribers(1, PATIENCE));
                handles.add(workers.add(other.tasklet(counting, 10)));
            }
            offerOneByOne(publications);
            for (int i = 0; i < 8; i += 2) { // All of one thread: the other hands over half of its own.
                handles.get(i).remove();
                assertTrue(handles.get(i).awaitEnd(PATIENCE));
            }
            offerOneByOne(List.of(publications.get(1), publications.get(3), publications.get(5), publications.get(7)));
            assertTrue(workers.counters().moves() > 0);
        }
    }

    @Test
    void aLogThatComesLaterWakesTheThread() throws InterruptedException {
        publication.close();
        Await.until("the log has ended", () -> subscription.imageCount() == 0);
        try (CooperativeWorkers workers = workers(1)) {
            workers.add(subscription.tasklet(counting, 10));
            Thread.sleep(20);
            Publication later = publisher.addPublication(STREAM);
            assertTrue(later.awaitSubscribers(1, PATIENCE));
            offerOneByOne(List.of(later));
        }
    }

    @Test
    void closingTheSubscriptionEndsItsTasklet() throws InterruptedException {
        long startNs = System.nanoTime();
        try (CooperativeWorkers workers = workers(1)) {
            for (int i = 0; i < 20; i++) {
                Subscription other = subscriber.addSubscription(STREAM);
                TaskletHandle handle = workers.add(other.tasklet(counting, 10));
                Thread.sleep(2);
                other.close();
                assertTrue(handle.awaitEnd(PATIENCE));
            }
            TaskletHandle handle = workers.add(subscription.tasklet(counting, 10));
            subscriber.close();
            assertTrue(handle.awaitEnd(PATIENCE));
        }
        assertWithin(startNs);
    }

    /** Once its tasklet has ended, any thread may wait for a subscription. */
    @Test
    void aSubscriptionIsFreeBehindItsTasklet() throws InterruptedException {
        try (CooperativeWorkers workers = workers(1);
                WaitSet set = subscriber.newWaitSet()) {
            TaskletHandle handle = workers.add(subscription.tasklet(counting, 10));
            offerOneByOne(List.of(publication));
            handle.remove();
            assertTrue(handle.awaitEnd(PATIENCE));
            offer(publication, 1, Long.BYTES);
            assertTrue(subscription.awaitMessage(PATIENCE));
            set.add(subscription);
            assertTrue(set.awaitMessage(PATIENCE));
        }
    }

    /** A tasklet leaves a message unread: the thread checks by its timer, and does not spin. */
    @Test
    void aMessageThatIsLeftDoesNotKeepTheThreadBusy() throws InterruptedException {
        AtomicBoolean takes = new AtomicBoolean();
        Tasklet choosy = new Tasklet() {
            @Override
            public Progress call() {
                int frames = subscription.controlledPoll(
                        (bytes, offset, length, header) -> {
                            if (!takes.get()) {
                                return Action.ABORT;
                            }
                            received.incrementAndGet();
                            return Action.CONTINUE;
                        },
                        10);
                return frames > 0 ? Progress.PROGRESS : Progress.NO_PROGRESS;
            }

            @Override
            public List<WakeSource> wakeSources() {
                return List.of(subscription.wakeSource());
            }
        };
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            workers.add(choosy);
            offer(publication, 1, Long.BYTES);
            Thread.sleep(100);
            long rounds = workers.counters().rounds();
            Thread.sleep(100);
            long more = workers.counters().rounds() - rounds;
            assertTrue(more <= 300, () -> "rounds=" + more); // Two for each of its longest idle times.
            takes.set(true);
            Await.until("it is taken", () -> received.get() == 1);
        }
    }

    @Test
    void aHandleWakesATaskletThatHasNoSource() throws InterruptedException {
        AtomicLong asked = new AtomicLong();
        AtomicLong done = new AtomicLong();
        Tasklet own = new Tasklet() {
            @Override
            public Progress call() {
                boolean behind = done.get() < asked.get();
                done.set(asked.get());
                return behind ? Progress.PROGRESS : Progress.NO_PROGRESS;
            }

            @Override
            public List<WakeSource> wakeSources() {
                return List.of();
            }
        };
        long startNs = System.nanoTime();
        try (CooperativeWorkers workers = workers(1)) {
            TaskletHandle handle = workers.add(own);
            workers.add(subscription.tasklet(counting, 10)); // Then the thread waits in another way.
            for (int i = 1; i <= MESSAGES; i++) {
                Thread.sleep(1);
                asked.incrementAndGet();
                handle.wake();
                Await.until("it is done", () -> done.get() == asked.get());
            }
        }
        assertWithin(startNs);
    }

    /** The thread waits in one client, and checks the other's subscriptions by its timer. */
    @Test
    void subscriptionsOfTwoClientsAreServed() throws InterruptedException {
        try (Tailrace third = connect();
                CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            Subscription other = third.addSubscription("other");
            Publication toOther = publisher.addPublication("other");
            assertTrue(toOther.awaitSubscribers(1, PATIENCE));
            TaskletHandle first = workers.add(subscription.tasklet(counting, 10));
            workers.add(other.tasklet(counting, 10));
            offerOneByOne(List.of(publication, toOther));
            first.remove();
            assertTrue(first.awaitEnd(PATIENCE));
            offerOneByOne(List.of(toOther));
            Thread.sleep(50);
            long rounds = workers.counters().rounds();
            Thread.sleep(100);
            assertEquals(rounds, workers.counters().rounds(), "it waits in the client that is left");
        }
    }
}
