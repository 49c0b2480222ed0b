/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks beyond the limits wait or are rejected; {@link InlineTaskTest} has those that run in their producer. */
final class FullExecutorTest extends WithInjector {
    private static Thread startWaitingProducer(InjectionExecutor executor, Runnable task) {
        Thread producer = start(() -> executor.execute(task));
        awaitWaitingProducers(executor, 1);
        return producer;
    }

    @Test
    void aTaskBeyondTheLimitsIsRejectedAndNeverRuns() {
        InjectionExecutor executor = full(WhenFull.ABORT);
        for (int i = 0; i < 10; i++) {
            String text = assertThrows(RejectedExecutionException.class, () -> executor.execute(runs::incrementAndGet))
                    .getMessage();
            assertTrue(text.startsWith("executor is full: executor=test, "), text);
            assertTrue(text.endsWith("maxWorkers=1, queued=1, maxQueued=1"), text);
        }
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
        assertEquals(2, executor.counters().executed());
        assertEquals(10, executor.counters().rejected());
    }

    @Test
    void blockedProducersAreWokenWhenTheQueueIsEmptyAndWhoComesMeanwhileWaitsToo() throws InterruptedException {
        InjectionExecutor executor = busy(2, WhenFull.BLOCK);
        CountDownLatch second = new CountDownLatch(1);
        executor.execute(() -> await(second));
        executor.execute(() -> {});
        assertEquals(1, executor.config().tasksToGoOn());
        Thread first = startWaitingProducer(executor, runs::incrementAndGet);
        Thread other = start(() -> executor.execute(runs::incrementAndGet));
        awaitWaitingProducers(executor, 2);
        assertFalse(executor.tryExecute(() -> {}, 0, TimeUnit.SECONDS), "full");
        blocked.countDown();
        second.countDown();
        joinAll(first, other);
        executor.close();
        assertEquals(2, runs.get());
    }

    /** The queue does not become empty, so no thread wakes the producer. */
    @Test
    void aBlockedProducerIsAdmittedThoughTheRunningTaskWaitsForIt() throws InterruptedException {
        InjectionExecutor executor = busy(2, WhenFull.BLOCK);
        CountDownLatch fromProducer = new CountDownLatch(1);
        executor.execute(() -> await(fromProducer));
        executor.execute(() -> {});
        Thread producer = start(() -> {
            executor.execute(() -> {});
            fromProducer.countDown();
        });
        awaitWaitingProducers(executor, 1);
        blocked.countDown();
        producer.join();
        executor.close();
        assertEquals(4, executor.counters().executed());
    }

    @Test
    void manyProducersGetAllTheirTasksThroughASmallExecutor() throws InterruptedException {
        InjectionExecutor executor = executor(2, 1, WhenFull.BLOCK);
        joinAll(startAll(4, () -> {
            for (int i = 0; i < 2_000; i++) {
                executor.execute(runs::incrementAndGet);
            }
        }));
        executor.close();
        assertEquals(8_000, runs.get());
        assertEquals(8_000, executor.counters().executed());
    }

    @Test
    void anInterruptedProducerIsRejectedAndInterruptedStill() throws Exception {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        FutureTask<Boolean> attempt = new FutureTask<>(() -> {
            assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
            return Thread.interrupted();
        });
        Thread producer = start(attempt);
        awaitWaitingProducers(executor, 1);
        producer.interrupt();
        assertTrue(attempt.get());
        assertEquals(0, executor.counters().waitingProducers());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWaitingProducerIsRejectedWhenItIsShutDown(boolean now) {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        FutureTask<?> attempt = new FutureTask<>(() -> executor.execute(() -> {}), null);
        start(attempt);
        awaitWaitingProducers(executor, 1);
        shutDown(executor, now);
        Throwable thrown = assertThrows(ExecutionException.class, attempt::get).getCause();
        assertEquals("executor is shut down: executor=test", thrown.getMessage());
    }

    @Test
    void aTimedAttemptEndsInTime() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.CALLER_RUNS);
        assertFalse(executor.tryExecute(runs::incrementAndGet, 0, TimeUnit.SECONDS));
        assertFalse(executor.tryExecute(runs::incrementAndGet, 5, TimeUnit.MILLISECONDS));
        start(() -> {
            awaitWaitingProducers(executor, 1);
            blocked.countDown();
        });
        assertTrue(executor.tryExecute(runs::incrementAndGet, 1, TimeUnit.DAYS));
        executor.close();
        assertEquals(1, runs.get());
        assertThrows(RejectedExecutionException.class, () -> executor.tryExecute(() -> {}, 1, TimeUnit.SECONDS));
    }

    /** No thread wakes it. Its 16 looks take a second; if its pauses doubled without limit, five minutes. */
    @Test
    void aProducerThatHasWaitedForLongStillLooksOften() throws Exception {
        AtomicInteger looks = new AtomicInteger();
        assertTrue(new BlockedProducers().await(() -> looks.incrementAndGet() == 16, Long.MAX_VALUE));
    }

    @Test
    void aRaisedLimitLetsProducersInAndTasksRun() throws InterruptedException {
        InjectionExecutor executor = full(WhenFull.BLOCK);
        Thread producer = startWaitingProducer(executor, runs::incrementAndGet);
        executor.setMaxQueued(2);
        producer.join();
        executor.setMaxWorkers(2);
        await(() -> runs.get() == 1);
    }
}
