/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ControlledFrameHandler;
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
import io.tailrace.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Subscriptions that are polled by cooperative workers, whose timer is too long for these tests: they are woken. */
final class SubscriptionTaskletTest extends DispatchFixture {
    private static final Duration NEVER = Duration.ofHours(1);
    private static final int MESSAGES = 40;

    private final AtomicLong received = new AtomicLong();
    private final FrameHandler counting = (bytes, offset, length, header) -> received.incrementAndGet();

    private CooperativeWorkers workers(int threads) {
        return new CooperativeWorkers(
                CooperativeConfig.DEFAULT.withThreads(threads).withIdle(NEVER, NEVER));
    }

    private void offerOneByOne(List<Publication> publications) {
        assertWoken(MESSAGES, i -> {
            long expected = received.get() + 1;
            offer(publications.get(i % publications.size()), i, Long.BYTES);
            Await.until("message " + i + " is received", () -> received.get() == expected);
        });
    }

    private void offerOneByOne() {
        offerOneByOne(List.of(publication));
    }

    /** A machine that is busy or a collection may wake it now and then. */
    private static void assertRests(CooperativeWorkers workers) {
        Await.until("it makes no rounds", () -> {
            long rounds = figure(workers.counterSource(), "rounds");
            LockSupport.parkNanos(50_000_000);
            return figure(workers.counterSource(), "rounds") == rounds;
        });
    }

    @Test
    void aCallIsAPoll() throws Exception {
        Tasklet tasklet = Tasklet.polling(subscription, counting, 2);
        assertEquals(Progress.NO_PROGRESS, tasklet.call());
        offerAll(3);
        assertEquals(Progress.PROGRESS, tasklet.call());
        assertEquals(2, received.get());
        assertEquals(Progress.PROGRESS, tasklet.call());
        assertEquals(Progress.NO_PROGRESS, tasklet.call());
        assertEquals(3, received.get());
        subscription.close();
        assertEquals(Progress.DONE, tasklet.call());
    }

    /** Also messages of a log that comes after the first wait. */
    @Test
    void messagesWakeTheThread() throws InterruptedException {
        try (CooperativeWorkers workers = workers(1)) {
            TaskletHandle handle = workers.add(Tasklet.polling(subscription, counting, 10));
            offerOneByOne();
            assertRests(workers);
            publication.close();
            Await.until("the log has ended", () -> subscription.imageCount() == 0);
            assertRests(workers);
            publication = publisher.addPublication(STREAM);
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            offerOneByOne();

            handle.remove();
            assertTrue(handle.awaitEnd(PATIENCE));
            offer(publication, 1, Long.BYTES);
            assertTrue(subscription.awaitMessage(PATIENCE), "after it any thread may wait");
            try (WaitSet set = subscriber.newWaitSet()) {
                set.add(subscription);
                assertTrue(set.awaitMessage(PATIENCE));
            }
        }
    }

    /** Tasklets start and end on two threads, each of which waits for the sources of its own. */
    @Test
    void eachThreadWaitsForTheSourcesOfItsTasklets() throws InterruptedException {
        List<Publication> publications = new ArrayList<>();
        List<TaskletHandle> handles = new ArrayList<>();
        try (CooperativeWorkers workers = workers(2)) {
            for (int i = 0; i < 8; i++) {
                Subscription other = subscriber.addSubscription("stream-" + i);
                publications.add(publisher.addPublication("stream-" + i));
                assertTrue(publications.get(i).awaitSubscribers(1, PATIENCE));
                handles.add(workers.add(Tasklet.polling(other, counting, 10)));
            }
            offerOneByOne(publications);
            for (int i = 0; i < 8; i += 2) { // All of one thread.
                handles.get(i).remove();
                assertTrue(handles.get(i).awaitEnd(PATIENCE));
            }
            offerOneByOne(List.of(publications.get(1), publications.get(3), publications.get(5), publications.get(7)));
        }
    }

    @Test
    void closingTheSubscriptionEndsItsTasklet() throws InterruptedException {
        try (CooperativeWorkers workers = workers(1)) {
            assertWoken(MESSAGES, i -> {
                Subscription other = subscriber.addSubscription(STREAM);
                TaskletHandle handle = workers.add(Tasklet.polling(other, counting, 10));
                LockSupport.parkNanos(2_000_000);
                other.close();
                Await.until("its tasklet ends", handle::isEnded);
            });
            TaskletHandle handle = workers.add(Tasklet.polling(subscription, counting, 10));
            subscriber.close();
            assertTrue(handle.awaitEnd(PATIENCE));
        }
    }

    /** A tasklet that is woken by the given sources. */
    private static Tasklet tasklet(BooleanSupplier works, WakeSource... sources) {
        return new Tasklet() {
            @Override
            public Progress call() {
                return works.getAsBoolean() ? Progress.PROGRESS : Progress.NO_PROGRESS;
            }

            @Override
            public List<WakeSource> wakeSources() {
                return List.of(sources);
            }
        };
    }

    /** A tasklet leaves a message unread: the thread checks by its timer, and does not spin. */
    @Test
    void aMessageThatIsLeftDoesNotKeepTheThreadBusy() throws InterruptedException {
        AtomicBoolean takes = new AtomicBoolean();
        ControlledFrameHandler handler = (bytes, offset, length, header) -> {
            received.addAndGet(takes.get() ? 1 : 0);
            return takes.get() ? Action.CONTINUE : Action.ABORT;
        };
        Tasklet choosy = tasklet(() -> subscription.controlledPoll(handler, 10) > 0, WakeSource.of(subscription));
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            workers.add(choosy);
            offer(publication, 1, Long.BYTES);
            Thread.sleep(100);
            long startNs = System.nanoTime();
            long rounds = figure(workers.counterSource(), "rounds");
            Thread.sleep(100);
            long more = figure(workers.counterSource(), "rounds") - rounds;
            long tookMs = (System.nanoTime() - startNs) / 1_000_000;
            assertTrue(more <= 3 * tookMs, () -> "rounds=" + more); // Two for each of its longest idle times.
            takes.set(true);
            Await.until("it is taken", () -> received.get() == 1);
        }
    }

    @Test
    void aHandleWakesATaskletThatHasNoSource() {
        AtomicLong asked = new AtomicLong();
        AtomicLong done = new AtomicLong();
        Tasklet own = tasklet(() -> done.getAndSet(asked.get()) < asked.get());
        try (CooperativeWorkers workers = workers(1)) {
            TaskletHandle handle = workers.add(own);
            workers.add(Tasklet.polling(subscription, counting, 10)); // Then the thread waits in another way.
            assertWoken(MESSAGES, i -> {
                asked.incrementAndGet();
                handle.wake();
                Await.until("it is done", () -> done.get() == asked.get());
            });
        }
    }

    /** The thread waits in one client, and checks the other's subscriptions by its timer. */
    @Test
    void subscriptionsOfTwoClientsAreServed() throws InterruptedException {
        try (Tailrace third = connect();
                CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            Subscription other = third.addSubscription("other");
            Publication toOther = publisher.addPublication("other");
            assertTrue(toOther.awaitSubscribers(1, PATIENCE));
            TaskletHandle first = workers.add(Tasklet.polling(subscription, counting, 10));
            workers.add(Tasklet.polling(other, counting, 10));
            offerOneByOne(List.of(publication, toOther));
            first.remove();
            assertTrue(first.awaitEnd(PATIENCE));
            offerOneByOne(List.of(toOther));
            assertRests(workers); // It waits in the client that is left.
        }
    }
}
