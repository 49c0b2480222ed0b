/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

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
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Tasks, threads, limits and counters of executors that are not full and not shut down. */
final class ExecutorTest extends WithInjector {
    private static final int WORKERS = 20;

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
    void tasksMaySubmitTasksAndWaitForThem() throws Exception {
        InjectionExecutor executor = executor(2);
        assertEquals(3, executor.submit(() -> executor.submit(() -> 3).get()).get());
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
    @EnabledForJreRange(min = JRE.JAVA_21)
    void itsWorkersMayBeVirtualThreads() throws Exception {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        ThreadFactory virtual = (ThreadFactory)
                Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
        try (Injector light = new Injector(config.withThreadFactory(virtual))) {
            InjectionExecutor executor = light.newExecutor(ExecutorConfig.of("light", 2));
            joinAll(startAll(3, () -> {
                for (int i = 0; i < 10_000; i++) {
                    executor.execute(runs::incrementAndGet);
                }
            }));
            await(() -> runs.get() == 30_000);
            CountDownLatch both = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) {
                executor.execute(() -> {
                    both.countDown();
                    sleep();
                });
            }
            await(both);
            executor.shutdownNow();
            executor.close();
        }
    }

    @Test
    void executorsShareThreadsOfWhichThereIsNoneBeforeATask() throws Exception {
        executor(4);
        assertEquals(0, injector.counters().threads());
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
    void aLoweredLimitHolds() {
        InjectionExecutor executor = executor(8);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Runnable task = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
        };
        for (int i = 0; i < 1_000; i++) {
            executor.execute(task);
        }
        executor.setMaxWorkers(1);
        await(() -> executor.counters().running() <= 1);
        most.set(0);
        for (int i = 0; i < 1_000; i++) {
            executor.execute(task);
        }
        executor.close();
        assertEquals(1, most.get());
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
            await(() -> executor.counters().executed() == 4);
            await(() -> brief.counters().threads() == 0);
            assertEquals(1, executor.submit(() -> 1).get());
        }
    }

    @Test
    void anIdlePoolDoesNothingAtAll() {
        InjectionExecutor executor = executor(4);
        for (int i = 0; i < 20_000; i++) {
            executor.execute(Thread::onSpinWait);
        }
        await(() -> executor.counters().executed() == 20_000);
        awaitRest(threads);
        assertEquals(threads.size(), injector.counters().threads(), "they sleep");
    }

    @Test
    void theCountersTellWhatWasDone() {
        InjectionExecutor executor = executor(2);
        for (int i = 0; i < 100; i++) {
            executor.execute(i % 10 == 0 ? () -> assertEquals(0, 1) : () -> {});
        }
        executor.close();
        ExecutorCounters counters = executor.counters();
        assertEquals(100, counters.submitted());
        assertEquals(100, counters.executed());
        assertEquals(10, counters.failed());
        assertEquals(0, counters.queued() + counters.running() + counters.rejected() + counters.drained());
        InjectorCounters pool = injector.counters();
        assertTrue(pool.wakesByProducers() >= 1 && pool.threadsStarted() >= 1, pool::toString);
    }

    @Test
    void limitsOutOfRangeAreRefused() {
        InjectionExecutor executor = executor(1);
        assertThrows(IllegalArgumentException.class, () -> executor.setMaxWorkers(0));
        assertThrows(IllegalArgumentException.class, () -> executor.setMaxWorkers(ExecutorConfig.MAX_WORKERS + 1));
        assertThrows(IllegalArgumentException.class, () -> executor.setMaxQueued(-1));
        assertThrows(IllegalArgumentException.class, () -> executor.setMaxQueued(ExecutorConfig.MAX_QUEUED + 1));
        assertThrows(IllegalArgumentException.class, () -> config.withKeepAlive(Duration.ZERO));
        assertEquals(ExecutorConfig.of("test", 1), executor.config());
    }
}
