/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that their producer runs itself. */
final class InlineTaskTest {
    private final Injector injector = new Injector(InjectorConfig.DEFAULT.withUncaughtHandler((thread, error) -> {}));
    private final CountDownLatch blocked = new CountDownLatch(1);

    @AfterEach
    void close() {
        blocked.countDown();
        injector.close();
    }

    /** {@return an executor whose only worker is blocked, and whose queue has no room} */
    private InjectionExecutor full(CountDownLatch until) {
        InjectionExecutor executor = injector.newExecutor(new ExecutorConfig("test", 1, 0, WhenFull.CALLER_RUNS));
        executor.execute(() -> awaitUninterrupted(until));
        while (executor.counters().running() == 0) {
            Thread.onSpinWait();
        }
        return executor;
    }

    private static void assertLives(InjectionExecutor executor) throws InterruptedException {
        assertFalse(executor.isTerminated());
        assertFalse(executor.awaitTermination(5, TimeUnit.MILLISECONDS));
    }

    @Test
    void aTaskThatItsCallerRunsHoldsUpTheEnd() throws Exception {
        for (boolean now : new boolean[] {false, true}) {
            CountDownLatch worker = new CountDownLatch(1);
            InjectionExecutor executor = full(worker);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch caller = new CountDownLatch(1);
            FutureTask<?> call = new FutureTask<>(
                    () -> executor.execute(() -> {
                        begun.countDown();
                        awaitUninterrupted(caller);
                    }),
                    null);
            new Thread(call).start();
            awaitUninterrupted(begun);
            assertEquals(2, executor.counters().running());
            if (now) {
                executor.shutdownNow();
            } else {
                executor.shutdown();
            }
            worker.countDown();
            while (executor.counters().running() > 1) {
                Thread.onSpinWait();
            }
            assertLives(executor);
            caller.countDown();
            assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
            assertTrue(executor.isTerminated());
            call.get();
        }
    }

    @Test
    void aTaskThatAWorkerRunsForAnotherExecutorHoldsUpItsEnd() throws Exception {
        InjectionExecutor executor = full(blocked);
        InjectionExecutor other = injector.newExecutor(ExecutorConfig.of("other", 1));
        CountDownLatch ends = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        other.execute(() -> executor.execute(() -> {
            begun.countDown();
            awaitUninterrupted(ends);
        }));
        awaitUninterrupted(begun);
        executor.shutdown();
        blocked.countDown();
        assertLives(executor);
        ends.countDown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void aClosedExecutorHasItsCallerRunNothing() {
        InjectionExecutor executor = full(blocked);
        executor.shutdown();
        assertThrows(RejectedExecutionException.class, () -> executor.execute(() -> {}));
        assertThrows(RejectedExecutionException.class, () -> executor.maybeExecuteInline(() -> {}));
        assertEquals(0, executor.counters().ranInCaller());
    }

    @Test
    void aFailureOfATaskGoesToItsCallerAndTheEndComes() throws Exception {
        InjectionExecutor executor = full(blocked);
        assertThrows(
                IllegalStateException.class,
                () -> executor.execute(() -> {
                    throw new IllegalStateException("expected");
                }));
        blocked.countDown();
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(1, executor.counters().failed());
    }

    @Test
    void noInlineTaskCanCloseItsInjector() {
        InjectionExecutor executor = full(blocked);
        assertThrows(IllegalStateException.class, () -> executor.execute(injector::close));
        InjectionExecutor idle = injector.newExecutor(ExecutorConfig.of("idle", 1));
        assertThrows(IllegalStateException.class, () -> idle.maybeExecuteInline(injector::close));
    }

    /** Two tasks of one producer keep their order, though one is queued and one may run inline. */
    @Test
    void anInlineTaskOvertakesNoneThatWaits() {
        for (int round = 0; round < 200; round++) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("order", 1));
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
