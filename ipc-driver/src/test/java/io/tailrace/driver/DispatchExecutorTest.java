/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Dispatch;
import io.tailrace.dispatch.Strategy;
import io.tailrace.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Executors that never run a dispatch: it can be closed nevertheless, and says why nothing was handled. */
final class DispatchExecutorTest extends DispatchFixture {
    private final AtomicInteger handled = new AtomicInteger();

    private Dispatch start(Executor executor) {
        return subscription
                .dispatch((bytes, offset, length, header) -> handled.incrementAndGet())
                .start(executor);
    }

    private void assertNeverRan(Dispatch dispatch) throws InterruptedException {
        assertTrue(dispatch.isEnded());
        Throwable failure = dispatch.failure();
        assertNotNull(failure);
        assertEquals(RejectedExecutionException.class, failure.getClass());
        assertTrue(failure.getMessage().startsWith("the executor never ran the dispatch: "), failure.getMessage());
        awaitHalt(dispatch);
        assertEquals(0, dispatch.counters().threads());
        assertEquals(0, handled.get());
        offer(publication, 1, Long.BYTES);
        Await.until("it may be polled again", () -> subscription.poll((bytes, offset, length, header) -> {}, 1) == 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Strategy.class,
            names = {"EXECUTE_PRODUCE_CONSUME", "PRODUCE_EXECUTE_CONSUME"})
    void oneThatDropsTasks(Strategy strategy) throws InterruptedException {
        List<Runnable> dropped = new ArrayList<>();
        Dispatch dispatch = subscription
                .dispatch((bytes, offset, length, header) -> handled.incrementAndGet())
                .strategy(strategy)
                .start(dropped::add);
        dispatch.close();
        assertNeverRan(dispatch);
        dropped.forEach(Runnable::run); // Too late: it has ended.
        assertEquals(1, dropped.size());
        assertNeverRanAgain(dispatch);
    }

    private void assertNeverRanAgain(Dispatch dispatch) {
        offer(publication, 2, Long.BYTES);
        assertEquals(0, handled.get());
        assertEquals(0, dispatch.counters().threads());
        assertFalse(Thread.currentThread().isInterrupted());
    }

    /** The only thread of the executor starts the dispatch, and closes it. */
    @Test
    void oneWhoseOnlyThreadClosesIt() throws Exception {
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
    void oneThatDropsASecondThread() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        Dispatch dispatch = subscription
                .dispatch((bytes, offset, length, header) -> {
                    handled.incrementAndGet();
                    release.await();
                })
                .start(single);
        offer(publication, 1, Long.BYTES);
        Await.until(
                "the handler runs, and a second thread was asked for",
                () -> dispatch.counters().recruits() == 1);
        single.shutdown();
        Thread closer = new Thread(dispatch::close);
        closer.start();
        Await.until("only the running thread counts", () -> dispatch.counters().threads() == 1);
        assertFalse(dispatch.isEnded());
        release.countDown();
        closer.join();
        assertTrue(dispatch.isEnded());
        assertEquals(null, dispatch.failure());
        assertEquals(1, handled.get());
    }
}
