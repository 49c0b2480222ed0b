/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** The contract of any executor for its shutdown. */
abstract class ShutdownContract extends InvokeContract {
    /** A task with a number. */
    private record Numbered(int number, AtomicIntegerArray runs) implements Runnable {
        @Override
        public void run() {
            runs.incrementAndGet(number);
        }
    }

    @Test
    void anUnusedExecutorEndsAtOnce() throws InterruptedException {
        ExecutorService executor = newExecutor(1);
        assertFalse(executor.isShutdown());
        executor.shutdown();
        executor.shutdown();
        assertTrue(executor.isShutdown());
        assertTrue(executor.awaitTermination(0, TimeUnit.SECONDS));
        assertTrue(executor.isTerminated());
        assertEquals(List.of(), executor.shutdownNow());
    }

    @Test
    void afterShutdownTasksAreRejectedAndThoseBeforeRun() throws InterruptedException {
        ExecutorService executor = newExecutor(1);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch blocked = new CountDownLatch(1);
        executor.execute(() -> awaitUninterrupted(blocked));
        for (int i = 0; i < 100; i++) {
            executor.execute(runs::incrementAndGet);
        }
        executor.shutdown();
        assertThrows(RejectedExecutionException.class, () -> executor.execute(runs::incrementAndGet));
        assertThrows(RejectedExecutionException.class, () -> executor.submit(runs::incrementAndGet));
        assertFalse(executor.awaitTermination(5, TimeUnit.MILLISECONDS));
        assertFalse(executor.isTerminated());
        blocked.countDown();
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertTrue(executor.isTerminated());
        assertEquals(100, runs.get());
    }

    @Test
    void awaitingTerminationIsInterrupted() {
        ExecutorService executor = newExecutor(1);
        executor.execute(() -> {});
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> executor.awaitTermination(10, TimeUnit.SECONDS));
    }

    @Test
    void shutdownNowInterruptsWhatRunsAndReturnsTheRestInOrder() throws InterruptedException {
        ExecutorService executor = newExecutor(1);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        executor.execute(sleeping(begun, interrupted));
        awaitUninterrupted(begun);
        List<Runnable> waiting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiting.add(new Numbered(i, new AtomicIntegerArray(10)));
            executor.execute(waiting.get(i));
        }
        assertEquals(waiting, executor.shutdownNow());
        awaitUninterrupted(interrupted);
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals(List.of(), executor.shutdownNow());
    }

    /**
     * Each task is rejected or runs; with {@code now} it may be returned instead. It has exactly one of these fates.
     */
    private void shutDownWhileSubmitting(boolean now) throws InterruptedException {
        int tasks = 2_000;
        ExecutorService executor = newExecutor(2);
        AtomicIntegerArray fates = new AtomicIntegerArray(2 * tasks);
        AtomicInteger numbers = new AtomicInteger();
        CountDownLatch some = new CountDownLatch(tasks / 4);
        Thread[] producers = startAll(2, () -> {
            for (int i = 0, rejected = 0; i < tasks && rejected < 10; i++) {
                int number = numbers.getAndIncrement();
                try {
                    executor.execute(new Numbered(number, fates));
                } catch (RejectedExecutionException e) {
                    fates.incrementAndGet(number);
                    rejected++;
                }
                some.countDown();
            }
        });
        awaitUninterrupted(some);
        if (now) {
            executor.shutdownNow().forEach(Runnable::run);
        } else {
            executor.shutdown();
        }
        joinAll(producers);
        assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        for (int i = 0; i < numbers.get(); i++) {
            assertEquals(1, fates.get(i), "task=" + i);
        }
    }

    @Test
    void noTaskIsLostOrRunTwiceInAShutdown() throws InterruptedException {
        for (int i = 0; i < 30; i++) {
            shutDownWhileSubmitting(false);
        }
    }

    @Test
    void noTaskIsLostOrRunTwiceInAShutdownNow() throws InterruptedException {
        for (int i = 0; i < 30; i++) {
            shutDownWhileSubmitting(true);
        }
    }

    @Test
    void everyTaskThatRunsWhenItIsStoppedIsInterrupted() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            ExecutorService executor = newExecutor(2);
            for (int j = 0; j < 2; j++) {
                executor.execute(() -> {
                    try {
                        Thread.sleep(20_000);
                    } catch (InterruptedException e) {
                        // The expected end.
                    }
                });
            }
            executor.shutdownNow();
            assertTrue(executor.awaitTermination(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void aTaskThatRunsHoldsUpTheEndAndNoTimeIsTooShortToSayThat() throws InterruptedException {
        for (boolean now : new boolean[] {false, true}) {
            ExecutorService executor = newExecutor(1);
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch ends = new CountDownLatch(1);
            executor.execute(() -> {
                begun.countDown();
                while (ends.getCount() > 0) { // An interrupt does not end the task.
                    Thread.onSpinWait();
                }
            });
            awaitUninterrupted(begun);
            if (now) {
                executor.shutdownNow();
            } else {
                executor.shutdown();
            }
            assertFalse(executor.awaitTermination(0, TimeUnit.SECONDS));
            assertFalse(executor.awaitTermination(Long.MIN_VALUE, TimeUnit.DAYS));
            assertFalse(executor.awaitTermination(5, TimeUnit.MILLISECONDS));
            assertTrue(executor.isShutdown());
            assertFalse(executor.isTerminated());
            ends.countDown();
            assertTrue(executor.awaitTermination(Long.MAX_VALUE, TimeUnit.DAYS));
            assertTrue(executor.isTerminated());
        }
    }

    @Test
    void everyoneWhoAwaitsTheEndIsToldOfIt() throws InterruptedException {
        ExecutorService executor = newExecutor(2);
        CountDownLatch told = new CountDownLatch(3);
        Thread[] waiting = startAll(3, () -> {
            try {
                if (executor.awaitTermination(20, TimeUnit.SECONDS)) {
                    told.countDown();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        executor.execute(Thread::onSpinWait);
        executor.shutdown();
        joinAll(waiting);
        assertEquals(0, told.getCount());
    }
}
