/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tasks that submit tasks to full executors of their injector. */
final class BusyWorkersTest extends WithInjector {
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
                    assertEquals(100, executor.counters().queued());
                    order.add(-1);
                    return null;
                })
                .get();
        executor.close();
        assertEquals(101, order.size());
        for (int i = 0; i < order.size(); i++) {
            assertEquals(i - 1, order.get(i), order::toString);
        }
        assertEquals(0, executor.counters().ranInCaller());
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
        assertEquals(0, executor.counters().failed());
    }

    @Test
    void anInlineTaskDoesNotWaitForItsOwnPlace() throws Exception {
        InjectionExecutor executor = executor(1, 0);
        AtomicReference<Thread> ran = new AtomicReference<>();
        Thread caller =
                start(() -> executor.maybeExecuteInline(() -> executor.execute(() -> ran.set(Thread.currentThread()))));
        await(() -> ran.get() != null);
        assertNotSame(caller, ran.get());
        caller.join();
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
