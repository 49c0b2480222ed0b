/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Properties of an executor beyond the contract, and of several executors of one injector. */
final class InjectorTest {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final InjectorConfig config = InjectorConfig.DEFAULT
            .withUncaughtHandler((thread, error) -> {})
            .withThreadFactory(task -> {
                Thread thread = new Thread(task);
                threads.add(thread);
                return thread;
            });
    private final Injector injector = new Injector(config);

    @AfterEach
    void close() {
        injector.close();
    }

    private InjectionExecutor executor(int maxWorkers) {
        return injector.newExecutor(ExecutorConfig.of("test", maxWorkers));
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void thereIsNoThreadBeforeThereIsATask() {
        executor(4);
        assertEquals(0, injector.counters().threads());
    }

    @Test
    void executorsShareThreads() throws Exception {
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
        CountDownLatch blocked = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            blockedExecutor.execute(() -> awaitUninterrupted(blocked));
        }
        InjectionExecutor other = executor(1);
        for (int i = 0; i < 100; i++) {
            other.submit(() -> {}).get();
        }
        blocked.countDown();
    }

    /** Each task blocks until the next one runs, so each needs another thread. */
    @Test
    void tasksThatWaitForOneAnotherAllGetAThread() throws Exception {
        InjectionExecutor executor = executor(20);
        for (int round = 0; round < 20; round++) {
            CountDownLatch together = new CountDownLatch(20);
            for (int i = 0; i < 20; i++) {
                executor.execute(() -> {
                    together.countDown();
                    awaitUninterrupted(together);
                });
            }
            awaitUninterrupted(together);
        }
        assertTrue(threads.size() <= 21, () -> "threads=" + threads.size());
    }

    @Test
    void stoppingOneExecutorInterruptsNoTaskOfAnother() throws Exception {
        InjectionExecutor other = executor(2);
        AtomicInteger strays = new AtomicInteger();
        Thread[] busy = ExecutorContract.startAll(1, () -> {
            for (int i = 0; i < 20_000; i++) {
                other.execute(() -> {
                    if (Thread.currentThread().isInterrupted()) {
                        strays.incrementAndGet();
                    }
                });
            }
        });
        for (int i = 0; i < 300; i++) {
            InjectionExecutor stopped = executor(2);
            stopped.execute(Thread::onSpinWait);
            stopped.execute(Thread::onSpinWait);
            stopped.shutdownNow();
        }
        ExecutorContract.joinAll(busy);
        other.close();
        assertEquals(0, strays.get());
    }

    @Test
    void aTaskRunsInlineIfFewerRunThanMay() throws Exception {
        InjectionExecutor executor = executor(1);
        Thread[] ran = new Thread[1];
        assertTrue(executor.maybeExecuteInline(() -> ran[0] = Thread.currentThread()));
        assertSame(Thread.currentThread(), ran[0]);
        assertEquals(1, executor.counters().ranInCaller());

        CountDownLatch blocked = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        await(() -> executor.counters().queued() == 0);
        Future<?> none = executor.submit(() -> {});
        assertFalse(executor.maybeExecuteInline(() -> ran[0] = Thread.currentThread()));
        blocked.countDown();
        none.get();
        executor.close();
        assertTrue(threads.contains(ran[0]));
    }

    @Test
    void aFailureOfAnInlineTaskGoesToTheCallerAndLeavesNothingBehind() throws Exception {
        InjectionExecutor executor = executor(1);
        assertThrows(
                IllegalStateException.class,
                () -> executor.maybeExecuteInline(() -> {
                    throw new IllegalStateException("expected");
                }));
        executor.submit(() -> {}).get();
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(1, executor.counters().failed());
    }

    @Test
    void anInlineTaskHoldsUpTheEndAndATaskThatWaitsForItsSlot() throws Exception {
        InjectionExecutor executor = executor(1);
        CountDownLatch ran = new CountDownLatch(1);
        executor.maybeExecuteInline(() -> {
            executor.execute(ran::countDown);
            executor.shutdown();
            assertFalse(executor.isTerminated());
            assertEquals(1, ran.getCount());
        });
        awaitUninterrupted(ran);
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void aLoweredLimitHolds() throws Exception {
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
                    awaitUninterrupted(together);
                });
            }
            await(() -> executor.counters().executed() == 4);
            await(() -> brief.counters().threads() == 0);
            assertEquals(1, executor.submit(() -> 1).get());
        }
    }

    @Test
    void closingRunsWhatWasSubmittedAndEndsAllThreads() {
        InjectionExecutor executor = executor(3);
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            executor.execute(runs::incrementAndGet);
        }
        injector.close();
        assertEquals(1_000, runs.get());
        assertTrue(executor.isTerminated());
        assertTrue(threads.stream().noneMatch(Thread::isAlive));
        assertEquals(0, injector.counters().threads());
        assertThrows(IllegalStateException.class, () -> executor(1));
    }

    @Test
    void anInterruptedCloseInterruptsItsTasks() {
        InjectionExecutor executor = executor(1);
        executor.execute(() -> {
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException e) {
                // The expected end.
            }
        });
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
