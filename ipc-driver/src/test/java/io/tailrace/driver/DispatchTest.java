/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.OfferStatus;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.dispatch.DispatchBuilder;
import io.tailrace.dispatch.RunningFrame;
import io.tailrace.stream.LogImage;
import io.tailrace.testing.Await;
import io.tailrace.testing.Seeds;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages of a subscription, handled in place by several threads at a time. A dispatch whose executor never runs it
 * can be closed, and says why nothing was handled.
 */
final class DispatchTest extends DispatchFixture {
    private static final int MESSAGES = 20_000;

    private final AtomicIntegerArray handled = new AtomicIntegerArray(MESSAGES);
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicLong last = new AtomicLong(-1);
    private volatile boolean inOrder = true;
    private final CountDownLatch release = new CountDownLatch(1);

    /** Checks a message twice, a while apart; its bytes must not change. */
    private FrameHandler checking(Random random) {
        return (bytes, offset, length, header) -> {
            long number = bytes.getLong(offset);
            long position = header.position();
            synchronized (random) {
                random.nextInt();
            }
            if (random.nextInt(100) == 0) {
                LockSupport.parkNanos(random.nextInt(1_000_000));
            }
            boolean stayed = bytes.getLong(offset) == number
                    && length == Long.BYTES + number % 200
                    && header.position() == position
                    && header.publisherId() == publication.registrationId();
            wrong.addAndGet(stayed ? 0 : 1);
            last.accumulateAndGet(number, (before, now) -> {
                inOrder &= now == before + 1;
                return now;
            });
            handled.incrementAndGet((int) number);
        };
    }

    @Test
    void whatIsDoneCountsAsReadBesideWhatWasPolled() throws InterruptedException {
        offerAll(100);
        assertEquals(99, subscription.poll((bytes, offset, length, header) -> {}, 99));
        assertEquals(99, messages());
        Dispatch dispatch = Dispatch.of(subscription, checking(new Random(1)))
                .workers(2)
                .unordered()
                .start(pool);
        offerAll(1000);
        Await.until("all are done", () -> messages() == 1100);
        dispatch.close();
        assertTrue(dispatch.awaitEnd(PATIENCE));
        offer(publication, 0, Long.BYTES);
        Await.until("one more", () -> subscription.poll((bytes, offset, length, header) -> {}, 1) == 1);
        assertEquals(1101, messages());
    }

    private long messages() {
        return ((LogImage) image()).buffers().meta().progress(0).messages();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private DispatchBuilder ordered(DispatchBuilder builder, String order) {
        return switch (order) {
            case "any" -> builder.unordered();
            case "log" -> builder.orderPerLog();
            default -> builder.orderPerKey((bytes, offset, length) -> bytes.getLong(offset) % 10);
        };
    }

    @ParameterizedTest
    @CsvSource({"1,any", "6,any", "6,log", "6,key"})
    void everyMessageOnceWhateverItsHandlerTakes(int workers, String order) {
        long seed = Seeds.of(DispatchTest.class);
        Random random = new Random(seed);
        Dispatch dispatch = ordered(Dispatch.of(subscription, checking(random)), order)
                .workers(workers)
                .window(64, 16 * 1024)
                .start(pool);
        long end = offerAll(MESSAGES);
        Await.until("everything is done", () -> image().position() == end);
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(1, handled.get(i), "seed=" + seed + ", number=" + i);
        }
        assertEquals(0, wrong.get(), "seed=" + seed);
        assertTrue(inOrder || !order.equals("log"), "seed=" + seed);
        assertEquals(MESSAGES, figure(dispatch.counterSource(), "handled"));
        Await.until(
                "all are counted",
                () -> figure(dispatch.counterSource(), "read") == MESSAGES); // After they are handed on.
        assertEquals(0, figure(dispatch.counterSource(), "bytesInFlight"));
        assertTrue(workers > 1 || figure(dispatch.counterSource(), "recruits") == 0, "the only one does all");
        dispatch.close();
        assertTrue(dispatch.isEnded());
        assertNull(dispatch.failure());
    }

    /** A handler that does not return stops the publisher in the end, and is named. */
    @Test
    void aStuckHandlerStopsThePublisherAndIsNamed() {
        FrameHandler handler = (bytes, offset, length, header) -> {
            handled.incrementAndGet((int) bytes.getLong(offset));
            if (bytes.getLong(offset) == 10) {
                Thread.currentThread().setName("stuck-one");
                awaitRelease();
            }
        };
        Dispatch dispatch = Dispatch.of(subscription, handler)
                .unordered()
                .workers(3)
                .window(64, 16 * 1024)
                .start(pool);
        int offered = 0;
        int refused = 0;
        while (refused < 1_000) {
            buffer.putLong(0, offered);
            if (publication.offer(buffer, 0, 1000) > 0) {
                offered++;
                refused = 0;
            } else {
                refused++;
                LockSupport.parkNanos(100_000);
            }
        }
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication.offer(buffer, 0, 1000));
        assertEquals(10 * 1008L, image().position());
        RunningFrame stuck = dispatch.running().get(0);
        assertEquals("stuck-one", stuck.thread());
        assertEquals(10 * 1008L, stuck.position());
        assertEquals(image().logId(), stuck.logId());
        assertTrue(figure(dispatch.counterSource(), "oldestRunningNs") >= 50_000_000, dispatch::toString);
        assertEquals(
                17,
                figure(dispatch.counterSource(), "framesInFlight"),
                "16 KiB of them, the last of which begins below");
        for (int i = 0; i < 27; i++) {
            assertEquals(1, handled.get(i), "later messages within the window are handled");
        }
        assertEquals(0, handled.get(27));
        release.countDown();
        long end = offer(publication, offered, 1000);
        Await.until("everything is done", () -> image().position() == end);
        dispatch.close();
    }

    @Test
    void afterItsEndTheSubscriptionGoesOnWhereEverythingBeforeIsDone() {
        FrameHandler handler = (bytes, offset, length, header) -> {
            if (bytes.getLong(offset) == 5) {
                awaitRelease();
            }
            handled.incrementAndGet((int) bytes.getLong(offset));
        };
        Dispatch dispatch =
                Dispatch.of(subscription, handler).unordered().workers(2).start(pool);
        assertThrows(
                IllegalStateException.class,
                () -> Dispatch.of(subscription, handler).start(pool),
                "one at a time");
        offerAll(20);
        Await.until("later messages are done", () -> handled.get(19) == 1);
        assertThrows(IllegalStateException.class, () -> subscription.poll(handler, 1), "it is dispatched");
        Thread closer = new Thread(dispatch::close);
        closer.start();
        LockSupport.parkNanos(20_000_000);
        assertFalse(dispatch.isEnded());
        release.countDown();
        Await.until("it has ended", dispatch::isEnded);
        int again = subscription.poll(handler, 100);
        assertTrue(again == 0 || again == 15, "either none or all messages from 5 on, again=" + again);
        offer(publication, 20, 8);
        try (Dispatch next = Dispatch.of(subscription, handler).start(pool)) {
            Await.until("it continues", () -> handled.get(20) == 1);
            assertNull(next.failure());
        }
    }

    @Test
    void closingTheSubscriptionWaitsForItsHandlers() {
        FrameHandler handler = (bytes, offset, length, header) -> {
            handled.incrementAndGet((int) bytes.getLong(offset));
            awaitRelease();
        };
        Dispatch dispatch =
                Dispatch.of(subscription, handler).unordered().workers(2).start(pool);
        offerAll(10);
        Await.until("both are busy", () -> handled.get(0) + handled.get(1) == 2);
        subscription.close();
        LockSupport.parkNanos(200_000_000);
        assertEquals(1, publication.subscriberCount(), "its memory is still in use");
        release.countDown();
        Await.until("it has ended", dispatch::isEnded);
        Await.until("it is gone", () -> publication.subscriberCount() == 0);
        assertEquals(0, handled.get(2), "no handler begins any more");
    }

    @ParameterizedTest
    @EnumSource(
            value = SubscriptionConfig.Policy.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"BLOCK", "CATCH_UP"})
    void aSubscriptionThatDoesNotGateIsRefused(SubscriptionConfig.Policy policy) {
        Subscription dropping = subscriber.addSubscription("other", SubscriptionConfig.DEFAULT.withPolicy(policy));
        var error = assertThrows(
                IllegalStateException.class, () -> Dispatch.of(dropping, (bytes, offset, length, header) -> {}));
        assertTrue(error.getMessage().contains("policy=" + policy), error.getMessage());
    }

    /** Without a window it fails after it has taken the image, as if there were no memory for one. */
    @Test
    void anImageWithoutAWindowIsGivenBack() throws ReflectiveOperationException {
        DispatchBuilder builder = Dispatch.of(subscription, (bytes, offset, length, header) -> {});
        Field window = DispatchBuilder.class.getDeclaredField("window");
        window.setAccessible(true);
        window.set(builder, null);
        assertThrows(NullPointerException.class, () -> builder.start(pool));
        offer(publication, 1, Long.BYTES);
        Await.until("it may be polled", () -> subscription.poll((bytes, offset, length, header) -> {}, 1) == 1);
    }

    private Dispatch start(Executor executor) {
        return Dispatch.of(subscription, (bytes, offset, length, header) -> calls.incrementAndGet())
                .start(executor);
    }

    private void assertNeverRan(Dispatch dispatch) throws InterruptedException {
        assertTrue(dispatch.isEnded());
        Throwable failure = dispatch.failure();
        assertNotNull(failure);
        assertEquals(RejectedExecutionException.class, failure.getClass());
        assertTrue(failure.getMessage().startsWith("the executor never ran the dispatch: "), failure.getMessage());
        awaitHalt(dispatch);
        assertEquals(0, figure(dispatch.counterSource(), "threads"));
        assertEquals(0, calls.get());
        offer(publication, 1, Long.BYTES);
        Await.until("it may be polled again", () -> subscription.poll((bytes, offset, length, header) -> {}, 1) == 1);
    }

    @Test
    void anExecutorThatDropsTasksNeverRunsIt() throws InterruptedException {
        List<Runnable> dropped = new ArrayList<>();
        Dispatch dispatch = start(dropped::add);
        dispatch.close();
        assertNeverRan(dispatch);
        dropped.forEach(Runnable::run); // Too late: it has ended.
        assertEquals(1, dropped.size());
        assertNeverRanAgain(dispatch);
    }

    private void assertNeverRanAgain(Dispatch dispatch) {
        offer(publication, 2, Long.BYTES);
        assertEquals(0, calls.get());
        assertEquals(0, figure(dispatch.counterSource(), "threads"));
        assertFalse(Thread.currentThread().isInterrupted());
    }

    /** The only thread of the executor starts the dispatch, and closes it. */
    @Test
    void anExecutorWhoseOnlyThreadClosesItNeverRunsIt() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        Dispatch dispatch = single.submit(() -> {
                    Dispatch own = start(single);
                    own.close();
                    return own;
                })
                .get();
        assertNeverRan(dispatch);
        single.shutdown(); // Its thread still runs the dispatch's task: too late, because it has ended.
        assertTrue(single.awaitTermination(1, TimeUnit.MINUTES));
        assertNeverRanAgain(dispatch);
    }

    /** The executor is shut down while it holds the task of a second thread. */
    @Test
    void anExecutorThatDropsASecondThreadLeavesTheFirst() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        Dispatch dispatch = Dispatch.of(subscription, (bytes, offset, length, header) -> {
                    calls.incrementAndGet();
                    release.await();
                })
                .start(single);
        offer(publication, 1, Long.BYTES);
        Await.until(
                "the handler runs, and a second thread was asked for",
                () -> figure(dispatch.counterSource(), "recruits") == 1);
        single.shutdown();
        Thread closer = new Thread(dispatch::close);
        closer.start();
        Await.until("only the running thread counts", () -> figure(dispatch.counterSource(), "threads") == 1);
        assertFalse(dispatch.isEnded());
        release.countDown();
        closer.join();
        assertTrue(dispatch.isEnded());
        assertEquals(null, dispatch.failure());
        assertEquals(1, calls.get());
    }
}
