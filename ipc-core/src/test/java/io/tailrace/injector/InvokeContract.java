/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The contract of any executor for invokeAll and invokeAny. */
abstract class InvokeContract extends ExecutorContract {
    private static Callable<Integer> sleeping(AtomicInteger interrupts) {
        return () -> {
            try {
                Thread.sleep(20_000);
            } catch (InterruptedException e) {
                interrupts.incrementAndGet();
            }
            return -1;
        };
    }

    private static Callable<Integer> failing() {
        return () -> {
            throw new IllegalStateException("expected");
        };
    }

    @Test
    void invokeAllReturnsWhenAllAreDoneInTheirOrder() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            tasks.add(() -> number);
        }
        List<Future<Integer>> futures = newExecutor(3).invokeAll(tasks);
        for (int i = 0; i < 100; i++) {
            assertTrue(futures.get(i).isDone());
            assertEquals(i, futures.get(i).get());
        }
    }

    @Test
    void invokeAllGoesOnAfterAFailure() throws Exception {
        List<Future<Integer>> futures = newExecutor(1).invokeAll(List.of(failing(), () -> 2));
        assertThrows(ExecutionException.class, () -> futures.get(0).get());
        assertEquals(2, futures.get(1).get());
    }

    @Test
    void invokeAllCancelsWhatIsNotDoneInTime() throws Exception {
        AtomicInteger interrupts = new AtomicInteger();
        ExecutorService executor = newExecutor(2);
        List<Future<Integer>> futures =
                executor.invokeAll(List.of(() -> 1, sleeping(interrupts)), 500, TimeUnit.MILLISECONDS);
        assertFalse(futures.get(0).isCancelled());
        assertTrue(futures.get(1).isCancelled());
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(1, interrupts.get());
    }

    @Test
    void anInterruptedInvokeAllCancelsItsTasks() throws Exception {
        ExecutorService executor = newExecutor(2);
        AtomicInteger interrupts = new AtomicInteger();
        CountDownLatch thrown = new CountDownLatch(1);
        Thread[] caller = startAll(1, () -> {
            try {
                executor.invokeAll(List.of(sleeping(interrupts), sleeping(interrupts)));
            } catch (InterruptedException e) {
                thrown.countDown();
            }
        });
        caller[0].interrupt();
        awaitUninterrupted(thrown);
        joinAll(caller);
        assertEquals(1, executor.submit(() -> 1).get(10, TimeUnit.SECONDS));
    }

    @Test
    void invokeAnyReturnsWhatSucceedsAndCancelsTheRest() throws Exception {
        AtomicInteger interrupts = new AtomicInteger();
        ExecutorService executor = newExecutor(3);
        assertEquals(5, executor.invokeAny(List.of(sleeping(interrupts), failing(), () -> 5)));
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void invokeAnyFailsIfAllDo() {
        ExecutorService executor = newExecutor(2);
        assertThrows(ExecutionException.class, () -> executor.invokeAny(List.of(failing(), failing())));
        assertThrows(IllegalArgumentException.class, () -> executor.invokeAny(List.<Callable<Integer>>of()));
    }

    @Test
    void invokeAnyEndsInTime() throws Exception {
        AtomicInteger interrupts = new AtomicInteger();
        ExecutorService executor = newExecutor(2);
        assertThrows(
                TimeoutException.class,
                () -> executor.invokeAny(List.of(sleeping(interrupts)), 20, TimeUnit.MILLISECONDS));
        assertEquals(1, executor.submit(() -> 1).get(10, TimeUnit.SECONDS));
    }

    @Test
    void withTimeEnoughTheyDoAsWithoutALimit() throws Exception {
        ExecutorService executor = newExecutor(2);
        List<Future<Integer>> futures = executor.invokeAll(List.of(() -> 1, failing()), 10, TimeUnit.SECONDS);
        assertEquals(1, futures.get(0).get());
        assertThrows(ExecutionException.class, () -> futures.get(1).get());
        assertEquals(List.of(), executor.invokeAll(List.<Callable<Integer>>of(), 10, TimeUnit.SECONDS));
        assertEquals(List.of(), executor.invokeAll(List.<Callable<Integer>>of()));
        assertEquals(5, executor.invokeAny(List.of(failing(), () -> 5), 10, TimeUnit.SECONDS));
        assertThrows(
                ExecutionException.class,
                () -> executor.invokeAny(List.of(failing(), failing()), 10, TimeUnit.SECONDS));
    }

    @Test
    void missingArgumentsAreRefusedByBulkCalls() {
        ExecutorService executor = newExecutor(1);
        List<Callable<Integer>> missing = new ArrayList<>();
        missing.add(() -> 1);
        missing.add(null);
        assertThrows(NullPointerException.class, () -> executor.invokeAll(missing));
        assertThrows(NullPointerException.class, () -> executor.invokeAll(missing, 1, TimeUnit.SECONDS));
        assertThrows(NullPointerException.class, () -> executor.invokeAll(List.of(failing()), 1, null));
        assertThrows(NullPointerException.class, () -> executor.invokeAll(null, 1, TimeUnit.SECONDS));
        assertThrows(NullPointerException.class, () -> executor.invokeAny(null));
        assertThrows(NullPointerException.class, () -> executor.invokeAny(null, 1, TimeUnit.SECONDS));
        assertThrows(NullPointerException.class, () -> executor.invokeAny(List.of(failing()), 1, null));
        assertThrows(
                IllegalArgumentException.class,
                () -> executor.invokeAny(List.<Callable<Integer>>of(), 1, TimeUnit.SECONDS));
    }

    @Test
    void anInterruptedInvokeAnyCancelsItsTasks() throws Exception {
        ExecutorService executor = newExecutor(2);
        CountDownLatch thrown = new CountDownLatch(1);
        Thread[] caller = startAll(1, () -> {
            try {
                executor.invokeAny(List.of(sleeping(new AtomicInteger())), 20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                thrown.countDown();
            } catch (ExecutionException | TimeoutException e) {
                throw new AssertionError(e);
            }
        });
        caller[0].interrupt();
        awaitUninterrupted(thrown);
        joinAll(caller);
        assertEquals(1, executor.submit(() -> 1).get(10, TimeUnit.SECONDS));
    }

    @Test
    void noTaskOfABulkCallRunsAfterItsEnd() throws Exception {
        ExecutorService executor = newExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch blocked = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        List<Callable<Integer>> tasks = List.of(runs::incrementAndGet, runs::incrementAndGet);
        for (Future<Integer> future : executor.invokeAll(tasks, 10, TimeUnit.MILLISECONDS)) {
            assertTrue(future.isCancelled());
        }
        assertThrows(TimeoutException.class, () -> executor.invokeAny(tasks, 10, TimeUnit.MILLISECONDS));
        blocked.countDown();
        executor.shutdown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(0, runs.get());
    }
}
