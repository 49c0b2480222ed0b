/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that submit tasks to full executors of their injector. */
final class BusyWorkersTest {
    private final Injector injector = new Injector();

    @AfterEach
    void close() {
        injector.close();
    }

    private InjectionExecutor executor(int maxWorkers, int maxQueued) {
        return injector.newExecutor(new ExecutorConfig("test", maxWorkers, maxQueued, WhenFull.BLOCK));
    }

    @Test
    void aTaskSubmittedByATaskIsAcceptedBeyondTheLimitAndCounted() throws Exception {
        InjectionExecutor executor = executor(1, 0);
        AtomicInteger runs = new AtomicInteger();
        executor.submit(() -> {
                    for (int i = 0; i < 5; i++) {
                        executor.execute(runs::incrementAndGet);
                    }
                    assertEquals(0, runs.get(), "run at once");
                    assertEquals(5, executor.counters().queued());
                    return null;
                })
                .get();
        executor.close();
        assertEquals(5, runs.get());
        assertEquals(0, executor.counters().ranInCaller());
    }

    @Test
    void noMoreRunThanMay() {
        InjectionExecutor executor = executor(2, 1);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch leaves = new CountDownLatch(1_000);
        Runnable leaf = () -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.onSpinWait();
            running.decrementAndGet();
            leaves.countDown();
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
        awaitUninterrupted(leaves);
        assertTrue(most.get() <= 2, () -> "running together: " + most);
    }

    @Test
    void oneWorkerKeepsTheOrderOfWhatItsTaskBrings() {
        InjectionExecutor executor = executor(1, 3);
        List<Integer> order = new ArrayList<>(); // plain: one task happens before the next
        CountDownLatch brought = new CountDownLatch(1);
        executor.execute(() -> {
            for (int i = 0; i < 100; i++) {
                int number = i;
                executor.execute(() -> order.add(number));
            }
            order.add(-1);
            brought.countDown();
        });
        awaitUninterrupted(brought);
        executor.close();
        assertEquals(101, order.size());
        for (int i = 0; i < order.size(); i++) {
            assertEquals(i - 1, order.get(i), order::toString);
        }
    }

    @Test
    void aLongChainNeedsNoStack() {
        InjectionExecutor executor = executor(1, 0);
        CountDownLatch end = new CountDownLatch(100_000);
        executor.execute(new Runnable() {
            @Override
            public void run() {
                end.countDown();
                if (end.getCount() > 0) {
                    executor.execute(this);
                }
            }
        });
        awaitUninterrupted(end);
        executor.close();
        assertEquals(0, executor.counters().failed());
    }

    @Test
    void anInlineTaskDoesNotWaitForItsOwnPlace() throws Exception {
        InjectionExecutor executor = executor(1, 0);
        AtomicReference<Thread> ran = new AtomicReference<>();
        CountDownLatch end = new CountDownLatch(1);
        Thread caller = new Thread(() -> executor.maybeExecuteInline(() -> executor.execute(() -> {
            ran.set(Thread.currentThread());
            end.countDown();
        })));
        caller.setDaemon(true);
        caller.start();
        awaitUninterrupted(end);
        assertFalse(ran.get() == caller);
        caller.join();
    }

    /** Tasks of each executor fill the other one's queue, while the only worker of that one fills the first queue. */
    @Test
    void twoThatFillEachOthersQueuesGoOn() {
        InjectionExecutor one = executor(1, 1);
        InjectionExecutor other = executor(1, 1);
        CountDownLatch all = new CountDownLatch(2_000);
        Runnable toOther = () -> {
            for (int i = 0; i < 10; i++) {
                other.execute(all::countDown);
            }
        };
        Runnable toOne = () -> {
            for (int i = 0; i < 10; i++) {
                one.execute(all::countDown);
            }
        };
        for (int i = 0; i < 100; i++) {
            one.execute(toOther);
            other.execute(toOne);
        }
        awaitUninterrupted(all);
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
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch brought = new CountDownLatch(1);
        executor.execute(() -> {
            for (int i = 0; i < 50; i++) {
                executor.execute(() -> {});
            }
            brought.countDown();
            awaitUninterrupted(blocked);
        });
        awaitUninterrupted(brought);
        assertFalse(executor.tryExecute(() -> {}, 1, TimeUnit.MILLISECONDS));
        blocked.countDown();
        assertTrue(executor.tryExecute(() -> {}, 20, TimeUnit.SECONDS));
    }
}
