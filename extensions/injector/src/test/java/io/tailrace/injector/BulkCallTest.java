/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** invokeAll and invokeAny, with and without room for all the tasks. */
final class BulkCallTest extends WithInjector {
    private static final long SHORT_MS = 20;

    private List<Callable<Integer>> tasks(int count) {
        return Collections.nCopies(count, runs::incrementAndGet);
    }

    private static Callable<Integer> sleeping() {
        return () -> {
            sleep();
            return -1;
        };
    }

    private static Callable<Integer> failing() {
        return () -> {
            throw new IllegalStateException("expected");
        };
    }

    private static void assertAllCancelled(int count, List<Future<Integer>> futures) {
        assertEquals(count, futures.size());
        assertTrue(futures.stream().allMatch(Future::isCancelled), futures::toString);
    }

    @Test
    void invokeAllReturnsWhenAllAreDoneInTheirOrder() throws Exception {
        InjectionExecutor executor = executor(3);
        List<Callable<Integer>> tasks = IntStream.range(0, 100)
                .mapToObj(i -> i == 7 ? failing() : (Callable<Integer>) () -> i)
                .toList();
        for (List<Future<Integer>> futures :
                List.of(executor.invokeAll(tasks), executor.invokeAll(tasks, Long.MAX_VALUE, TimeUnit.DAYS))) {
            for (int i = 0; i < 100; i++) {
                assertTrue(futures.get(i).isDone());
                if (i != 7) {
                    assertEquals(i, futures.get(i).get());
                }
            }
            assertThrows(ExecutionException.class, futures.get(7)::get);
        }
        assertEquals(List.of(), executor.invokeAll(List.<Callable<Integer>>of()));
    }

    @Test
    void invokeAnyReturnsWhatSucceedsAndFailsIfNoneDoes() throws Exception {
        InjectionExecutor executor = executor(3);
        assertEquals(5, executor.invokeAny(List.of(sleeping(), failing(), () -> 5)));
        assertEquals(5, executor.invokeAny(List.of(sleeping(), failing(), () -> 5), 1, TimeUnit.DAYS));
        List<Callable<Integer>> none = List.of(failing(), failing());
        assertThrows(ExecutionException.class, () -> executor.invokeAny(none));
        assertThrows(ExecutionException.class, () -> executor.invokeAny(none, 1, TimeUnit.DAYS));
        assertThrows(IllegalArgumentException.class, () -> executor.invokeAny(List.<Callable<Integer>>of()));
        assertEquals(1, executor.invokeAny(tasks(1)), "the sleeping ones were cancelled");
        executor.close();
    }

    @Test
    void whatIsNotDoneInTimeIsCancelled() throws Exception {
        InjectionExecutor executor = executor(1);
        assertAllCancelled(1, executor.invokeAll(List.of(sleeping()), SHORT_MS, TimeUnit.MILLISECONDS));
        assertThrows(
                TimeoutException.class, () -> executor.invokeAny(List.of(sleeping()), SHORT_MS, TimeUnit.MILLISECONDS));
        assertAllCancelled(2, executor.invokeAll(tasks(2), 0, TimeUnit.SECONDS));
        assertAllCancelled(2, executor.invokeAll(tasks(2), Long.MIN_VALUE, TimeUnit.DAYS));
        executor.close();
        assertEquals(0, runs.get(), "without time nothing begins");
    }

    /** The tasks wait in the queue, or for room in it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noTaskOfABulkCallRunsAfterItsEnd(int count) throws Exception {
        InjectionExecutor executor = busy(1, WhenFull.BLOCK);
        assertAllCancelled(count, executor.invokeAll(tasks(count), SHORT_MS, TimeUnit.MILLISECONDS));
        assertThrows(TimeoutException.class, () -> executor.invokeAny(tasks(count), SHORT_MS, TimeUnit.MILLISECONDS));
        assertEquals(0, executor.counters().waitingProducers());
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void theyGetThroughASmallExecutorInTime() throws Exception {
        InjectionExecutor executor = executor(1, 1, WhenFull.BLOCK);
        for (Future<Integer> future : executor.invokeAll(tasks(200), Long.MAX_VALUE, TimeUnit.DAYS)) {
            assertTrue(future.get() > 0);
        }
        assertEquals(200, executor.invokeAll(tasks(200)).size());
        assertEquals(400, runs.get());
        assertTrue(executor.invokeAny(tasks(100)) > 400);
    }

    /** Interrupts the call once it waits for room, or else, in an executor with room, for its tasks. */
    private static void assertInterrupted(InjectionExecutor executor, boolean forRoom, Executable call)
            throws Exception {
        FutureTask<Boolean> caller = new FutureTask<>(() -> {
            assertThrows(InterruptedException.class, call);
            return Thread.interrupted();
        });
        Thread thread = start(caller);
        await(() -> !thread.isAlive()
                || (forRoom
                                ? executor.counters().waitingProducers()
                                : executor.counters().running())
                        > 0);
        thread.interrupt();
        assertFalse(caller.get(), "interrupted still");
        assertEquals(0, executor.counters().waitingProducers());
    }

    @Test
    void interruptedTheyCancelTheRest() throws Exception {
        InjectionExecutor executor = busy(1, WhenFull.BLOCK);
        assertInterrupted(executor, true, () -> executor.invokeAll(tasks(3)));
        assertInterrupted(executor, true, () -> executor.invokeAll(tasks(3), 1, TimeUnit.DAYS));
        assertInterrupted(executor, true, () -> executor.invokeAny(tasks(3)));
        assertInterrupted(executor, true, () -> executor.invokeAny(tasks(3), 1, TimeUnit.DAYS));
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
        InjectionExecutor roomy = executor(2);
        assertInterrupted(roomy, false, () -> roomy.invokeAll(List.of(sleeping(), sleeping())));
        roomy.close();
    }

    @Test
    void withAbortTheyAreRejectedAndCancelTheRest() {
        InjectionExecutor executor = busy(1, WhenFull.ABORT);
        assertThrows(RejectedExecutionException.class, () -> executor.invokeAll(tasks(3)));
        assertThrows(RejectedExecutionException.class, () -> executor.invokeAny(tasks(3), 1, TimeUnit.DAYS));
        blocked.countDown();
        executor.close();
        assertEquals(0, runs.get());
    }

    @Test
    void withCallerRunsTheCallerRunsWhatHasNoRoom() throws Exception {
        InjectionExecutor executor = busy(1, WhenFull.CALLER_RUNS);
        List<Future<Integer>> futures = executor.invokeAll(tasks(3), 25 * SHORT_MS, TimeUnit.MILLISECONDS);
        assertTrue(futures.get(0).isCancelled());
        assertEquals(1, futures.get(1).get());
        assertEquals(2, futures.get(2).get());
    }
}
