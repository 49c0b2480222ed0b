/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks, threads, limits and counters of executors that are not full, and the end of executors and their injector. */
final class ExecutorTest extends WithInjector {
    private static final int WORKERS = 20;

    /** A task with a number. */
    private record Numbered(int number, AtomicIntegerArray runs) implements Runnable {
        @Override
        public void run() {
            runs.incrementAndGet(number);
        }
    }

    @Test
    void asManyTasksAsThreadsRunTogetherAndNoMore() throws Exception {
        InjectionExecutor executor = executor(WORKERS);
        CyclicBarrier together = new CyclicBarrier(WORKERS);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 20 * WORKERS; i++) {
            futures.add(executor.submit(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                together.await();
                running.decrementAndGet();
                return null;
            }));
        }
        for (Future<?> future : futures) {
            future.get();
        }
        assertEquals(WORKERS, most.get());
        assertTrue(threads.size() <= WORKERS + 1, () -> "threads=" + threads.size());
    }

    @Test
    void aFailureOfATaskGoesToTheHandlerAndTheNextTasksRun() throws Exception {
        InjectionExecutor executor = executor(1);
        for (Throwable error : List.of(
                new IllegalStateException("expected"),
                new AssertionError("expected"),
                new OutOfMemoryError("not true"))) {
            executor.execute(() -> ExecutorTest.<RuntimeException>sneakyThrow(error));
            assertSame(error, uncaught.take());
            assertEquals(1, executor.submit(() -> 1).get());
        }
        executor.execute(ExecutorTest::overflow);
        assertTrue(uncaught.take() instanceof StackOverflowError);
        assertEquals(1, executor.submit(() -> 1).get());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneakyThrow(Throwable error) throws T {
        throw (T) error;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int overflow() {
        return overflow() + 1;
    }

    @Test
    void anInterruptThatATaskLeavesBehindMeetsNoOther() throws Exception {
        InjectionExecutor executor = executor(1);
        for (int i = 0; i < 1_000; i++) {
            executor.execute(() -> Thread.currentThread().interrupt());
            assertFalse(executor.submit(() -> Thread.currentThread().isInterrupted())
                    .get());
        }
    }

    @Test
    void cancellingInterruptsTheTaskAndNoOther() throws Exception {
        InjectionExecutor executor = executor(1);
        for (int i = 0; i < 500; i++) {
            CountDownLatch begun = new CountDownLatch(1);
            Future<?> cancelled = executor.submit(() -> {
                begun.countDown();
                Thread.onSpinWait();
            });
            Future<Boolean> after = executor.submit(() -> Thread.currentThread().isInterrupted());
            await(begun);
            cancelled.cancel(true);
            assertFalse(after.get());
        }
    }

    @Test
    void executorsShareThreadsOfWhichThereIsNoneBeforeATask() throws Exception {
        executor(4);
        assertEquals(0, figure(injector.counterSource(), "threads"));
        for (int i = 0; i < 200; i++) {
            InjectionExecutor executor = executor(2);
            executor.submit(() -> {}).get();
            executor.close();
        }
        assertTrue(threads.size() <= 3, () -> "threads=" + threads.size());
    }

    @Test
    void oneBlockedExecutorDoesNotHoldUpAnother() throws Exception {
        InjectionExecutor blockedExecutor = executor(2);
        for (int i = 0; i < 10; i++) {
            blockedExecutor.execute(() -> await(blocked));
        }
        InjectionExecutor other = executor(1);
        for (int i = 0; i < 100; i++) {
            other.submit(() -> {}).get();
        }
    }

    @Test
    void threadsEndWhenThereIsNothingToDoForLong() throws Exception {
        try (Injector brief = new Injector(config.withKeepAlive(Duration.ofMillis(20)))) {
            InjectionExecutor executor = brief.newExecutor(ExecutorConfig.of("test", 4));
            CountDownLatch together = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                executor.execute(() -> {
                    together.countDown();
                    await(together);
                });
            }
            await(() -> figure(executor.counterSource(), "executed") == 4);
            await(() -> figure(brief.counterSource(), "threads") == 0);
            assertEquals(1, executor.submit(() -> 1).get());
        }
    }

    @Test
    void anIdlePoolDoesNothingAtAll() {
        InjectionExecutor executor = executor(4);
        for (int i = 0; i < 20_000; i++) {
            executor.execute(Thread::onSpinWait);
        }
        await(() -> figure(executor.counterSource(), "executed") == 20_000);
        awaitRest(threads);
        assertEquals(threads.size(), figure(injector.counterSource(), "threads"), "they sleep");
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        ExecutorConfig limits = ExecutorConfig.of("test", 1);
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxWorkers(0));
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxWorkers(ExecutorConfig.MAX_WORKERS + 1));
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxQueued(-1));
        assertThrows(IllegalArgumentException.class, () -> limits.withMaxQueued(ExecutorConfig.MAX_QUEUED + 1));
        assertThrows(IllegalArgumentException.class, () -> config.withKeepAlive(Duration.ZERO));
    }

    private static void awaitTermination(InjectionExecutor executor) throws InterruptedException {
        assertTrue(executor.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS));
        assertTrue(executor.isTerminated());
    }

    @Test
    void anUnusedExecutorEndsAtOnce() throws InterruptedException {
        InjectionExecutor executor = executor(1);
        assertFalse(executor.isShutdown());
        executor.shutdown();
        executor.shutdown();
        assertTrue(executor.isShutdown());
        assertTrue(executor.awaitTermination(0, TimeUnit.SECONDS));
        assertEquals(List.of(), executor.shutdownNow());
    }

    @Test
    void shutdownNowInterruptsWhatRunsAndReturnsTheRestInOrder() throws InterruptedException {
        InjectionExecutor executor = executor(1);
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            sleep();
        });
        await(begun);
        List<Runnable> waiting = IntStream.range(0, 10)
                .mapToObj(i -> (Runnable) new Numbered(i, new AtomicIntegerArray(10)))
                .toList();
        waiting.forEach(executor::execute);
        assertEquals(waiting, executor.shutdownNow());
        awaitTermination(executor);
        assertEquals(List.of(), executor.shutdownNow());
    }

    /** Each task is rejected or runs, or is returned by shutdownNow. It has exactly one of these fates. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noTaskIsLostOrRunTwice(boolean now) throws InterruptedException {
        for (int round = 0; round < 30; round++) {
            shutDownWhileSubmitting(now);
        }
    }

    private void shutDownWhileSubmitting(boolean now) throws InterruptedException {
        int tasks = 2_000;
        InjectionExecutor executor = executor(2);
        AtomicIntegerArray fates = new AtomicIntegerArray(2 * tasks);
        AtomicInteger numbers = new AtomicInteger();
        CountDownLatch some = new CountDownLatch(tasks / 4);
        Thread[] producers = startAll(2, () -> {
            for (int i = 0, rejected = 0; i < tasks && rejected < 10; i++) {
                int number = numbers.getAndIncrement();
                try {
                    executor.execute(new Numbered(number, fates));
                } catch (RejectedExecutionException e) {
                    fates.incrementAndGet(number);
                    rejected++;
                }
                some.countDown();
            }
        });
        await(some);
        if (now) {
            executor.shutdownNow().forEach(Runnable::run);
        } else {
            executor.shutdown();
        }
        joinAll(producers);
        awaitTermination(executor);
        for (int i = 0; i < numbers.get(); i++) {
            assertEquals(1, fates.get(i), "task=" + i);
        }
    }

    @Test
    void everyTaskThatRunsWhenItIsStoppedIsInterrupted() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            InjectionExecutor executor = executor(2);
            executor.execute(WithInjector::sleep);
            executor.execute(WithInjector::sleep);
            executor.shutdownNow();
            awaitTermination(executor);
        }
    }

    @Test
    void stoppingOneExecutorInterruptsNoTaskOfAnother() throws Exception {
        InjectionExecutor other = executor(2);
        AtomicInteger strays = new AtomicInteger();
        Thread busy = start(() -> {
            for (int i = 0; i < 20_000; i++) {
                other.execute(() -> strays.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0));
            }
        });
        for (int i = 0; i < 300; i++) {
            InjectionExecutor stopped = executor(2);
            stopped.execute(Thread::onSpinWait);
            stopped.execute(Thread::onSpinWait);
            stopped.shutdownNow();
        }
        busy.join();
        other.close();
        assertEquals(0, strays.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTaskThatRunsHoldsUpTheEndOfWhichAllAreTold(boolean now) throws InterruptedException {
        InjectionExecutor executor = executor(1);
        CountDownLatch begun = new CountDownLatch(1);
        executor.execute(() -> {
            begun.countDown();
            while (blocked.getCount() > 0) { // An interrupt does not end the task.
                Thread.onSpinWait();
            }
        });
        await(begun);
        shutDown(executor, now);
        assertThrows(RejectedExecutionException.class, () -> executor.execute(runs::incrementAndGet));
        for (long ms : new long[] {0, Long.MIN_VALUE, 5}) {
            assertFalse(executor.awaitTermination(ms, TimeUnit.MILLISECONDS));
        }
        assertTrue(executor.isShutdown());
        assertFalse(executor.isTerminated());
        CountDownLatch told = new CountDownLatch(3);
        Thread[] waiting = startAll(3, () -> {
            try {
                awaitTermination(executor);
                told.countDown();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> executor.awaitTermination(1, TimeUnit.DAYS));
        blocked.countDown();
        joinAll(waiting);
        assertEquals(0, told.getCount());
        assertEquals(0, runs.get());
    }

    @Test
    void closingRunsWhatWasSubmittedAndEndsAllThreads() {
        InjectionExecutor executor = executor(3);
        for (int i = 0; i < 1_000; i++) {
            executor.execute(runs::incrementAndGet);
        }
        injector.close();
        assertEquals(1_000, runs.get());
        assertTrue(executor.isTerminated());
        assertTrue(threads.stream().noneMatch(Thread::isAlive));
        assertEquals(0, figure(injector.counterSource(), "threads"));
        assertThrows(IllegalStateException.class, () -> executor(1));
    }

    @Test
    void anInterruptedCloseInterruptsItsTasks() {
        InjectionExecutor executor = executor(1);
        executor.execute(WithInjector::sleep);
        Thread.currentThread().interrupt();
        executor.close();
        assertTrue(Thread.interrupted());
        assertTrue(executor.isTerminated());
    }

    @Test
    void aTaskCanNotCloseItsInjector() {
        Future<?> future = executor(1).submit(injector::close);
        Throwable cause = assertThrows(ExecutionException.class, future::get).getCause();
        assertTrue(cause instanceof IllegalStateException, cause::toString);
    }
}
