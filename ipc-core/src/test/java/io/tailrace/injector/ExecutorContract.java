/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.Thread.UncaughtExceptionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of any executor until it is shut down; {@link ShutdownContract} has the rest. */
abstract class ExecutorContract {
    final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    private final List<ExecutorService> made = new ArrayList<>();

    /** {@return an executor with this many threads, which rejects tasks beyond this many queued ones} */
    abstract ExecutorService newExecutor(int workers, int maxQueued, UncaughtExceptionHandler handler);

    final ExecutorService newExecutor(int workers) {
        return newExecutor(workers, 100_000);
    }

    final ExecutorService newExecutor(int workers, int maxQueued) {
        ExecutorService executor = newExecutor(workers, maxQueued, (thread, error) -> uncaught.add(error));
        made.add(executor);
        return executor;
    }

    @AfterEach
    final void endAll() throws InterruptedException {
        for (ExecutorService executor : made) {
            executor.shutdownNow();
            assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS), executor::toString);
        }
    }

    /** {@return a task that sleeps until it is interrupted, for much longer than a test takes} */
    static Runnable sleeping(CountDownLatch begun, CountDownLatch interrupted) {
        return () -> {
            begun.countDown();
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        };
    }

    static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertTrue(latch.await(20, TimeUnit.SECONDS), "waited in vain");
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        }
    }

    static Thread[] startAll(int threads, Runnable task) {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = new Thread(task);
            all[i].start();
        }
        return all;
    }

    static void joinAll(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void aFutureHasTheValue() throws Exception {
        ExecutorService executor = newExecutor(2);
        assertEquals(7, executor.submit(() -> 7).get());
        assertEquals("done", executor.submit(() -> {}, "done").get());
    }

    @Test
    void noTaskIsNoTask() {
        ExecutorService executor = newExecutor(1);
        assertThrows(NullPointerException.class, () -> executor.execute(null));
        assertThrows(NullPointerException.class, () -> executor.submit((Runnable) null));
        assertThrows(NullPointerException.class, () -> executor.invokeAll(null));
    }

    @Test
    void everyTaskRunsOnce() throws InterruptedException {
        int producers = 3;
        int tasks = 10_000;
        ExecutorService executor = newExecutor(4);
        AtomicIntegerArray runs = new AtomicIntegerArray(producers * tasks);
        AtomicInteger numbers = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(producers * tasks);
        Thread[] threads = startAll(producers, () -> {
            for (int i = 0; i < tasks; i++) {
                int number = numbers.getAndIncrement();
                executor.execute(() -> {
                    runs.incrementAndGet(number);
                    all.countDown();
                });
            }
        });
        joinAll(threads);
        awaitUninterrupted(all);
        for (int i = 0; i < runs.length(); i++) {
            assertEquals(1, runs.get(i), "task=" + i);
        }
    }

    @Test
    void oneThreadRunsTasksInTheirOrder() {
        ExecutorService executor = newExecutor(1);
        int[] next = {0}; // plain: one task happens before the next
        CountDownLatch inOrder = new CountDownLatch(5_000);
        for (int i = 0; i < 5_000; i++) {
            int number = i;
            executor.execute(() -> {
                if (next[0]++ == number) {
                    inOrder.countDown();
                }
            });
        }
        awaitUninterrupted(inOrder);
    }

    @Test
    void aTaskSeesEverythingBeforeTheSubmitAndGetSeesItsEffects() throws Exception {
        ExecutorService executor = newExecutor(2);
        for (int i = 1; i <= 2_000; i++) {
            int[] plain = {i, 0};
            int expected = i;
            executor.submit(() -> plain[1] = plain[0] == expected ? expected : -1)
                    .get();
            assertEquals(expected, plain[1]);
        }
    }

    @Test
    void asManyTasksAsThreadsRunTogetherAndNoMore() throws Exception {
        int workers = 5;
        ExecutorService executor = newExecutor(workers);
        CyclicBarrier together = new CyclicBarrier(workers);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 20 * workers; i++) {
            futures.add(executor.submit(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                together.await(10, TimeUnit.SECONDS);
                running.decrementAndGet();
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertEquals(workers, most.get());
    }

    @Test
    void tasksMaySubmitTasksAndWaitForThem() throws Exception {
        ExecutorService executor = newExecutor(2);
        assertEquals(3, executor.submit(() -> executor.submit(() -> 3).get()).get());
    }

    @Test
    void aFailureOfATaskGoesToTheHandlerAndTheNextTasksRun() throws Exception {
        ExecutorService executor = newExecutor(1);
        List<Throwable> thrown = List.of(
                new IllegalStateException("expected"),
                new AssertionError("expected"),
                new OutOfMemoryError("not true"));
        for (Throwable error : thrown) {
            executor.execute(() -> ExecutorContract.<RuntimeException>sneakyThrow(error));
            assertSame(error, uncaught.poll(10, TimeUnit.SECONDS));
            assertEquals(1, executor.submit(() -> 1).get());
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneakyThrow(Throwable error) throws T {
        throw (T) error;
    }

    @Test
    void aStackOverflowIsSurvived() throws Exception {
        ExecutorService executor = newExecutor(1);
        executor.execute(ExecutorContract::overflow);
        assertTrue(uncaught.poll(10, TimeUnit.SECONDS) instanceof StackOverflowError);
        assertEquals(1, executor.submit(() -> 1).get());
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int overflow() {
        return overflow() + 1;
    }

    @Test
    void aFailureOfASubmittedTaskIsInItsFuture() {
        ExecutorService executor = newExecutor(1);
        IllegalStateException thrown = new IllegalStateException("expected");
        Future<?> future = executor.submit(() -> {
            throw thrown;
        });
        assertSame(thrown, assertThrows(ExecutionException.class, future::get).getCause());
        assertTrue(uncaught.isEmpty());
    }

    @Test
    void aTaskBeyondTheLimitsIsRejectedAndNeverRuns() throws Exception {
        ExecutorService executor = newExecutor(2, 3);
        CountDownLatch blocked = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 5; i++) {
            executor.execute(() -> {
                awaitUninterrupted(blocked);
                runs.incrementAndGet();
            });
        }
        for (int i = 0; i < 10; i++) {
            assertThrows(RejectedExecutionException.class, () -> executor.execute(runs::incrementAndGet));
        }
        blocked.countDown();
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(5, runs.get());
    }

    @Test
    void anInterruptThatATaskLeavesBehindMeetsNoOther() throws Exception {
        ExecutorService executor = newExecutor(1);
        for (int i = 0; i < 1_000; i++) {
            executor.execute(() -> Thread.currentThread().interrupt());
            assertFalse(executor.submit(() -> Thread.currentThread().isInterrupted())
                    .get());
        }
    }

    @Test
    void cancellingInterruptsTheTaskAndNoOther() throws Exception {
        ExecutorService executor = newExecutor(1);
        AtomicInteger strays = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            Future<?> cancelled = executor.submit(() -> {
                begun.countDown();
                Thread.onSpinWait();
            });
            Future<?> after = executor.submit(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    strays.incrementAndGet();
                }
            });
            awaitUninterrupted(begun);
            cancelled.cancel(true);
            after.get();
        }
        assertEquals(0, strays.get());
    }

    @Test
    void aBlockedTaskIsInterruptedByItsCancellation() throws Exception {
        ExecutorService executor = newExecutor(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        Future<?> future = executor.submit(sleeping(begun, interrupted));
        awaitUninterrupted(begun);
        future.cancel(true);
        awaitUninterrupted(interrupted);
        assertEquals(1, executor.submit(() -> 1).get());
    }
}
