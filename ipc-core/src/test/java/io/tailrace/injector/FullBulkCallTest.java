/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** invokeAll and invokeAny without room for all the tasks. */
final class FullBulkCallTest {
    private final Injector injector = new Injector(InjectorConfig.DEFAULT.withUncaughtHandler((thread, error) -> {}));
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    void close() {
        blocked.countDown();
        injector.close();
    }

    /** {@return an executor whose only worker is blocked, and whose queue has room for one task} */
    private InjectionExecutor busy(WhenFull whenFull) {
        InjectionExecutor executor = injector.newExecutor(new ExecutorConfig("test", 1, 1, whenFull));
        executor.execute(() -> awaitUninterrupted(blocked));
        while (executor.counters().running() == 0) {
            Thread.onSpinWait();
        }
        return executor;
    }

    private List<Callable<Integer>> tasks(int count) {
        return Collections.nCopies(count, runs::incrementAndGet);
    }

    private static void assertAllCancelled(int count, List<Future<Integer>> futures) {
        assertEquals(count, futures.size());
        assertTrue(futures.stream().allMatch(Future::isCancelled), futures::toString);
    }

    @Test
    void invokeAllEndsInTimeWhileItWaitsForRoom() throws InterruptedException {
        InjectionExecutor executor = busy(WhenFull.BLOCK);
        assertAllCancelled(3, executor.invokeAll(tasks(3), 20, TimeUnit.MILLISECONDS));
        assertEquals(0, executor.counters().waitingProducers());
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void invokeAnyEndsInTimeWhileItWaitsForRoom() {
        InjectionExecutor executor = busy(WhenFull.BLOCK);
        assertThrows(TimeoutException.class, () -> executor.invokeAny(tasks(3), 20, TimeUnit.MILLISECONDS));
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void withoutTimeNothingBegins() throws Exception {
        InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 1));
        assertAllCancelled(2, executor.invokeAll(tasks(2), 0, TimeUnit.SECONDS));
        assertAllCancelled(2, executor.invokeAll(tasks(2), Long.MIN_VALUE, TimeUnit.DAYS));
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void theyGetThroughASmallExecutorInTime() throws Exception {
        InjectionExecutor executor = injector.newExecutor(new ExecutorConfig("test", 1, 1, WhenFull.BLOCK));
        for (Future<Integer> future : executor.invokeAll(tasks(200), Long.MAX_VALUE, TimeUnit.DAYS)) {
            assertTrue(future.get() > 0);
        }
        assertEquals(200, executor.invokeAll(tasks(200)).size());
        assertEquals(400, runs.get());
        assertEquals(401, executor.invokeAny(tasks(1), 20, TimeUnit.SECONDS));
        assertTrue(executor.invokeAny(tasks(100)) > 401);
    }

    private interface BulkCall {
        void call() throws Exception;
    }

    private void assertInterrupted(InjectionExecutor executor, BulkCall call) throws Exception {
        FutureTask<Boolean> caller = new FutureTask<>(() -> {
            assertThrows(InterruptedException.class, call::call);
            return Thread.interrupted();
        });
        Thread thread = new Thread(caller);
        thread.start();
        while (executor.counters().waitingProducers() == 0 && thread.isAlive()) {
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertFalse(caller.get(), "interrupted still");
        assertEquals(0, executor.counters().waitingProducers());
    }

    @Test
    void interruptedWhileTheyWaitForRoomTheyCancelTheRest() throws Exception {
        InjectionExecutor executor = busy(WhenFull.BLOCK);
        assertInterrupted(executor, () -> executor.invokeAll(tasks(3)));
        assertInterrupted(executor, () -> executor.invokeAll(tasks(3), 20, TimeUnit.SECONDS));
        assertInterrupted(executor, () -> executor.invokeAny(tasks(3)));
        assertInterrupted(executor, () -> executor.invokeAny(tasks(3), 20, TimeUnit.SECONDS));
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void withAbortTheyAreRejectedAndCancelTheRest() throws Exception {
        InjectionExecutor executor = busy(WhenFull.ABORT);
        assertThrows(RejectedExecutionException.class, () -> executor.invokeAll(tasks(3)));
        assertThrows(RejectedExecutionException.class, () -> executor.invokeAny(tasks(3), 20, TimeUnit.SECONDS));
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void withCallerRunsTheCallerRunsWhatHasNoRoom() throws Exception {
        InjectionExecutor executor = busy(WhenFull.CALLER_RUNS);
        assertAllDoneButFirst(executor.invokeAll(tasks(3), 50, TimeUnit.MILLISECONDS));
        assertEquals(2, runs.get());
    }

    private static void assertAllDoneButFirst(List<Future<Integer>> futures) throws Exception {
        assertTrue(futures.get(0).isCancelled());
        assertEquals(1, futures.get(1).get());
        assertEquals(2, futures.get(2).get());
    }
}
