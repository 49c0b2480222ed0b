/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tasks that their producer runs itself. */
final class InlineTaskTest extends WithInjector {
    private static void fail() {
        throw new IllegalStateException("expected");
    }

    private InjectionExecutor withoutRoom() {
        return busy(0, WhenFull.CALLER_RUNS);
    }

    private static void assertLives(InjectionExecutor executor) throws InterruptedException {
        assertFalse(executor.isTerminated());
        assertFalse(executor.awaitTermination(5, TimeUnit.MILLISECONDS));
    }

    @Test
    void aTaskRunsInlineIfFewerRunThanMay() throws Exception {
        InjectionExecutor executor = executor(1);
        Thread[] ran = new Thread[1];
        assertTrue(executor.maybeExecuteInline(() -> ran[0] = Thread.currentThread()));
        assertSame(Thread.currentThread(), ran[0]);
        assertEquals(1, executor.counters().ranInCaller());

        executor.execute(() -> await(blocked));
        await(() -> executor.counters().queued() == 0);
        Future<?> none = executor.submit(() -> {});
        assertFalse(executor.maybeExecuteInline(() -> ran[0] = Thread.currentThread()));
        blocked.countDown();
        none.get();
        executor.close();
        assertTrue(threads.contains(ran[0]));
    }

    @Test
    void anInlineTaskHoldsUpTheEndAndATaskThatWaitsForItsSlot() throws Exception {
        InjectionExecutor executor = executor(1);
        executor.maybeExecuteInline(() -> {
            executor.execute(runs::incrementAndGet);
            executor.shutdown();
            assertFalse(executor.isTerminated());
            assertEquals(0, runs.get());
        });
        assertTrue(executor.awaitTermination(1, TimeUnit.DAYS));
        assertEquals(1, runs.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTaskThatItsCallerRunsHoldsUpTheEnd(boolean now) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        InjectionExecutor executor = withoutRoom();
        FutureTask<?> call = new FutureTask<>(
                () -> executor.execute(() -> {
                    begun.countDown();
                    await(ends);
                }),
                null);
        start(call);
        await(begun);
        assertEquals(2, executor.counters().running());
        shutDown(executor, now);
        blocked.countDown();
        await(() -> executor.counters().running() == 1);
        assertLives(executor);
        ends.countDown();
        assertTrue(executor.awaitTermination(1, TimeUnit.DAYS));
        call.get();
    }

    @Test
    void aTaskThatAWorkerRunsForAnotherExecutorHoldsUpItsEnd() throws Exception {
        InjectionExecutor executor = withoutRoom();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        executor(1)
                .execute(() -> executor.execute(() -> {
                    begun.countDown();
                    await(ends);
                }));
        await(begun);
        executor.shutdown();
        blocked.countDown();
        assertLives(executor);
        ends.countDown();
        assertTrue(executor.awaitTermination(1, TimeUnit.DAYS));
    }

    @Test
    void aClosedExecutorHasItsCallerRunNothing() {
        InjectionExecutor executor = withoutRoom();
        executor.shutdown();
        assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertThrows(RejectedExecutionException.class, () -> executor.maybeExecuteInline(() -> {}));
        assertEquals(0, executor.counters().ranInCaller());
    }

    @Test
    void aFailureGoesToTheCallerAndLeavesNothingBehind() throws Exception {
        InjectionExecutor idle = executor(1);
        assertThrows(IllegalStateException.class, () -> idle.maybeExecuteInline(InlineTaskTest::fail));
        idle.submit(() -> {}).get();
        InjectionExecutor full = withoutRoom();
        assertThrows(IllegalStateException.class, () -> full.execute(InlineTaskTest::fail));
        assertThrows(IllegalStateException.class, () -> full.execute(injector::close), "waits for its own end");
        blocked.countDown();
        idle.close();
        full.close();
        assertEquals(1, idle.counters().failed());
        assertEquals(2, full.counters().failed());
    }

    /** Two tasks of one producer keep their order, though one is queued and one may run inline. */
    @Test
    void anInlineTaskOvertakesNoneThatWaits() {
        for (int round = 0; round < 200; round++) {
            InjectionExecutor executor = executor(1);
            List<Integer> order = new ArrayList<>(); // plain: one task happens before the next
            for (int i = 0; i < 20; i += 2) {
                int number = i;
                executor.execute(() -> order.add(number));
                executor.maybeExecuteInline(() -> order.add(number + 1));
            }
            executor.close();
            assertEquals(20, order.size());
            for (int i = 0; i < order.size(); i++) {
                assertEquals(i, order.get(i), order::toString);
            }
        }
    }
}
