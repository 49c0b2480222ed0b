/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tasks beyond the limits wait or are rejected. Tasks that a task submits are accepted beyond the limits.
 */
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
        assertEquals(2, figure(executor.counterSource(), "executed"));
        assertEquals(10, figure(executor.counterSource(), "rejected"));
    }

    @Test
    void blockedProducersAreWokenWhenTheQueueIsEmptyAndWhoComesMeanwhileWaitsToo() throws InterruptedException {
        InjectionExecutor executor = busy(2, WhenFull.BLOCK);
        CountDownLatch second = new CountDownLatch(1);
        executor.execute(() -> await(second));
        executor.execute(() -> {});
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
        assertEquals(4, figure(executor.counterSource(), "executed"));
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
        assertEquals(0, figure(executor.counterSource(), "waitingProducers"));
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
        InjectionExecutor executor = full(WhenFull.ABORT);
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

    /** There is no memory for it, once it was admitted. */
    @ParameterizedTest
    @CsvSource({"false,false", "false,true", "true,false", "true,true"})
    void aTaskThatCannotBeQueuedKeepsNoExecutorFromEnding(boolean timed, boolean now) {
        Runnable lost = runs::incrementAndGet;
        var queue = new ConcurrentLinkedQueue<Runnable>() {
            @Override
            public boolean add(Runnable task) {
                if (task == lost) {
                    throw new OutOfMemoryError("not true");
                }
                return super.add(task);
            }
        };
        InjectionExecutor executor = new InjectionExecutor(injector, ExecutorConfig.of("test", 1), queue);
        injector.executors.add(executor);
        assertThrows(OutOfMemoryError.class, () -> {
            if (timed) {
                executor.tryExecute(lost, 1, TimeUnit.DAYS);
            } else {
                executor.execute(lost);
            }
        });
        shutDown(executor, now);
        executor.close();
        assertEquals(0, runs.get());
    }

    private InjectionExecutor executor(int maxWorkers, int maxQueued) {
        return executor(maxWorkers, maxQueued, WhenFull.BLOCK);
    }

    @Test
    void tasksSubmittedByATaskAreAcceptedBeyondTheLimitAndKeepTheirOrder() throws Exception {
        InjectionExecutor executor = executor(1, 3);
        List<Integer> order = new ArrayList<>(); // plain: one task happens before the next
        executor.submit(() -> {
                    for (int i = 0; i < 100; i++) {
                        int number = i;
                        executor.execute(() -> order.add(number));
                    }
                    assertEquals(100, figure(executor.counterSource(), "queued"));
                    order.add(-1);
                    return null;
                })
                .get();
        executor.close();
        assertEquals(101, order.size());
        for (int i = 0; i < order.size(); i++) {
            assertEquals(i - 1, order.get(i), order::toString);
        }
    }

    @Test
    void noMoreRunThanMay() {
        InjectionExecutor executor = executor(2, 1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Runnable leaf = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
            runs.incrementAndGet();
        };
        for (int i = 0; i < 200; i++) {
            executor.execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                for (int j = 0; j < 5; j++) {
                    executor.execute(leaf);
                }
                running.decrementAndGet();
            });
        }
        await(() -> runs.get() == 1_000);
        assertTrue(most.get() <= 2, () -> "running together: " + most);
    }

    @Test
    void aLongChainNeedsNoStack() {
        InjectionExecutor executor = executor(1, 0);
        executor.execute(new Runnable() {
            @Override
            public void run() {
                if (runs.incrementAndGet() < 100_000) {
                    executor.execute(this);
                }
            }
        });
        await(() -> runs.get() == 100_000);
        executor.close();
        assertEquals(0, figure(executor.counterSource(), "failed"));
    }

    @Test
    void bulkCallsGetThroughASmallExecutor() throws Exception {
        InjectionExecutor executor = executor(1, 1);
        List<Callable<Integer>> tasks = Collections.nCopies(200, runs::incrementAndGet);
        assertEquals(200, executor.invokeAll(tasks).size());
        assertEquals(200, runs.get());
        assertTrue(executor.invokeAny(tasks) > 200);
    }

    /** Tasks of each executor fill the other one's queue, while the only worker of that one fills the first queue. */
    @Test
    void twoThatFillEachOthersQueuesGoOn() {
        InjectionExecutor one = executor(1, 1);
        InjectionExecutor other = executor(1, 1);
        for (int i = 0; i < 100; i++) {
            one.execute(() -> fill(other));
            other.execute(() -> fill(one));
        }
        await(() -> runs.get() == 2_000);
    }

    private void fill(InjectionExecutor executor) {
        for (int i = 0; i < 10; i++) {
            executor.execute(runs::incrementAndGet);
        }
    }

    @Test
    void cancellingWhatATaskBroughtDoesNotInterruptTheTask() throws Exception {
        InjectionExecutor executor = executor(1, 0);
        boolean interrupted = executor.submit(() -> {
                    Future<?> inner =
                            executor.submit(() -> Thread.currentThread().interrupt());
                    inner.cancel(true);
                    return Thread.currentThread().isInterrupted();
                })
                .get();
        assertFalse(interrupted);
    }

    @Test
    void aProducerFromOutsideWaitsUntilWhatIsTooMuchHasRun() throws Exception {
        InjectionExecutor executor = executor(1, 1);
        CountDownLatch brought = new CountDownLatch(1);
        executor.execute(() -> {
            fill(executor);
            brought.countDown();
            await(blocked);
        });
        await(brought);
        assertFalse(executor.tryExecute(() -> {}, 1, TimeUnit.MILLISECONDS));
        blocked.countDown();
        assertTrue(executor.tryExecute(() -> {}, 1, TimeUnit.DAYS));
    }
}
