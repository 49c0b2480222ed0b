/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks beyond the limits wait, are rejected or run in their producer. */
final class FullExecutorTest {
    private final Injector injector = new Injector(InjectorConfig.DEFAULT.withUncaughtHandler((thread, error) -> {}));
    private final CountDownLatch blocked = new CountDownLatch(1);

    @AfterEach
    void close() {
        blocked.countDown();
        injector.close();
    }

    private InjectionExecutor executor(int maxWorkers, int maxQueued, WhenFull whenFull) {
        return injector.newExecutor(new ExecutorConfig("test", maxWorkers, maxQueued, whenFull));
    }

    /** {@return a full executor, whose only worker is blocked} */
    private InjectionExecutor full(WhenFull whenFull) {
        InjectionExecutor executor = executor(1, 1, whenFull);
        executor.execute(() -> awaitUninterrupted(blocked));
        while (executor.counters().running() == 0) {
            Thread.onSpinWait();
        }
        executor.execute(() -> {});
        return executor;
    }

    private static Thread startWaitingProducer(InjectionExecutor executor, Runnable task) {
        Thread producer = new Thread(() -> executor.execute(task));
        producer.start();
        awaitWaitingProducer(executor);
        return producer;
    }

    private static void awaitWaitingProducer(InjectionExecutor executor) {
        while (executor.counters().waitingProducers() == 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void withAbortItIsRejectedWithTheLoad() {
        InjectionExecutor executor = full(WhenFull.ABORT);
        String text = assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}))
                .getMessage();
        assertTrue(text.startsWith("executor is full: executor=test, "), text);
        assertTrue(text.endsWith("maxWorkers=1, queued=1, maxQueued=1"), text);
        assertEquals(1, executor.counters().rejected());
    }

    @Test
    void withCallerRunsTheCallerRunsIt() {
        InjectionExecutor executor = full(WhenFull.CALLER_RUNS);
        AtomicReference<Thread> ran = new AtomicReference<>();
        executor.execute(() -> ran.set(Thread.currentThread()));
        assertSame(Thread.currentThread(), ran.get());
        assertEquals(1, executor.counters().ranInCaller());
    }

    @Test
    void withBlockTheProducerWaitsForRoom() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        CountDownLatch ran = new CountDownLatch(1);
        Thread producer = startWaitingProducer(executor, ran::countDown);
        assertEquals(1, ran.getCount());
        blocked.countDown();
        awaitUninterrupted(ran);
        producer.join();
    }

    @Test
    void aBlockedProducerIsWokenWhenTheQueueIsEmpty() throws InterruptedException {
        InjectionExecutor executor = executor(1, 2, WhenFull.BLOCK);
        CountDownLatch second = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        executor.execute(() -> awaitUninterrupted(second));
        executor.execute(() -> {});
        assertEquals(1, executor.config().tasksToGoOn());
        Thread producer = startWaitingProducer(executor, () -> {});
        blocked.countDown();
        second.countDown();
        producer.join();
    }

    /** The queue does not become empty, so no thread wakes the producer. */
    @Test
    void aBlockedProducerIsAdmittedThoughTheRunningTaskWaitsForIt() throws InterruptedException {
        InjectionExecutor executor = executor(1, 2, WhenFull.BLOCK);
        CountDownLatch fromProducer = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        executor.execute(() -> awaitUninterrupted(fromProducer));
        executor.execute(() -> {});
        Thread producer = new Thread(() -> {
            executor.execute(() -> {});
            fromProducer.countDown();
        });
        producer.start();
        awaitWaitingProducer(executor);
        blocked.countDown();
        producer.join();
        executor.close();
        assertEquals(4, executor.counters().executed());
    }

    @Test
    void aProducerThatComesWhileOthersWaitWaitsToo() throws InterruptedException {
        InjectionExecutor executor = executor(1, 2, WhenFull.BLOCK);
        CountDownLatch second = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        executor.execute(() -> awaitUninterrupted(second));
        executor.execute(() -> {});
        Thread first = startWaitingProducer(executor, () -> {});
        Thread other = new Thread(() -> executor.execute(() -> {}));
        other.start();
        while (executor.counters().waitingProducers() < 2) {
            Thread.onSpinWait();
        }
        assertFalse(executor.tryExecute(() -> {}, 0, TimeUnit.SECONDS), "full");
        blocked.countDown();
        second.countDown();
        first.join();
        other.join();
    }

    @Test
    void manyProducersGetAllTheirTasksThroughASmallExecutor() throws InterruptedException {
        InjectionExecutor executor = executor(2, 1, WhenFull.BLOCK);
        AtomicInteger runs = new AtomicInteger();
        Thread[] producers = ExecutorContract.startAll(4, () -> {
            for (int i = 0; i < 2_000; i++) {
                executor.execute(runs::incrementAndGet);
            }
        });
        ExecutorContract.joinAll(producers);
        executor.close();
        assertEquals(8_000, runs.get());
        assertEquals(8_000, executor.counters().executed());
    }

    @Test
    void anInterruptedProducerIsRejectedAndInterruptedStill() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        FutureTask<Boolean> attempt = new FutureTask<>(() -> {
            assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
            return Thread.interrupted();
        });
        Thread producer = new Thread(attempt);
        producer.start();
        awaitWaitingProducer(executor);
        producer.interrupt();
        producer.join();
        assertTrue(attempt.isDone());
        assertEquals(0, executor.counters().waitingProducers());
    }

    @Test
    void aWaitingProducerIsRejectedWhenItIsShutDown() throws Exception {
        for (boolean now : new boolean[] {false, true}) {
            InjectionExecutor executor = full(WhenFull.BLOCK);
            FutureTask<?> attempt = new FutureTask<>(() -> executor.execute(() -> {}), null);
            new Thread(attempt).start();
            awaitWaitingProducer(executor);
            if (now) {
                executor.shutdownNow();
            } else {
                executor.shutdown();
            }
            Throwable thrown =
                    assertThrows(ExecutionException.class, attempt::get).getCause();
            assertEquals("executor is shut down: executor=test", thrown.getMessage());
        }
    }

    @Test
    void aTimedAttemptEndsInTime() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.CALLER_RUNS);
        AtomicInteger runs = new AtomicInteger();
        assertFalse(executor.tryExecute(runs::incrementAndGet, 0, TimeUnit.SECONDS));
        assertFalse(executor.tryExecute(runs::incrementAndGet, 5, TimeUnit.MILLISECONDS));
        new Thread(() -> {
                    awaitWaitingProducer(executor);
                    blocked.countDown();
                })
                .start();
        assertTrue(executor.tryExecute(runs::incrementAndGet, 20, TimeUnit.SECONDS));
        executor.close();
        assertEquals(1, runs.get());
        assertThrows(RejectedExecutionException.class, () -> executor.tryExecute(() -> {}, 1, TimeUnit.SECONDS));
    }

    /**
     * If the queue does not become empty, no thread wakes it. If its pauses doubled without limit, it would check after
     * 10, 30, 70, ... 630 and 1,270 ms.
     */
    @Test
    void aProducerThatHasWaitedForLongStillLooksOften() throws Exception {
        List<Long> looksNs = new ArrayList<>();
        boolean admitted = new BlockedProducers()
                .await(
                        () -> {
                            looksNs.add(System.nanoTime());
                            return looksNs.size() >= 3
                                    && looksNs.get(looksNs.size() - 1) - looksNs.get(0)
                                            > TimeUnit.MILLISECONDS.toNanos(700);
                        },
                        Long.MAX_VALUE);

        assertTrue(admitted);
        int last = looksNs.size() - 1; // One of two pauses may be that of a busy machine.
        long pauseNs =
                Math.min(looksNs.get(last) - looksNs.get(last - 1), looksNs.get(last - 1) - looksNs.get(last - 2));
        assertTrue(pauseNs < TimeUnit.MILLISECONDS.toNanos(200), () -> "pause of ns=" + pauseNs);
    }

    @Test
    void aRaisedLimitLetsProducersInAndTasksRun() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        CountDownLatch ran = new CountDownLatch(1);
        Thread producer = startWaitingProducer(executor, ran::countDown);
        executor.setMaxQueued(2);
        producer.join();
        executor.setMaxWorkers(2);
        awaitUninterrupted(ran);
    }
}
