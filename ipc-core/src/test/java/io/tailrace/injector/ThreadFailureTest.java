/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.ExecutorContract.awaitUninterrupted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that can not be started, or that die. */
@Timeout(30)
final class ThreadFailureTest {
    private final List<Throwable> reported = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();

    private Injector injector(ThreadFactory factory) {
        return new Injector(InjectorConfig.DEFAULT.withThreadFactory(factory).withUncaughtHandler((thread, error) -> {
            synchronized (reported) {
                reported.add(error);
            }
            throw new IllegalStateException("handlers may fail, too");
        }));
    }

    /** The ways in which a factory fails. */
    static Stream<ThreadFactory> failures() {
        return Stream.of(
                task -> null,
                task -> {
                    throw new IllegalStateException("expected");
                },
                task -> {
                    throw new OutOfMemoryError("not true");
                },
                task -> new Thread(task) {
                    @Override
                    public synchronized void start() {
                        throw new OutOfMemoryError("not true: unable to create native thread");
                    }
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void tasksWaitForTheNextThatFindsAThread(ThreadFactory failing) {
        try (Injector injector =
                injector(task -> attempts.incrementAndGet() <= 3 ? failing.newThread(task) : new Thread(task))) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 2));
            CountDownLatch all = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                assertEquals(4, all.getCount());
                executor.execute(all::countDown);
            }
            awaitUninterrupted(all);
            assertEquals(3, injector.counters().startFailures());
            assertEquals(3, reported.size());
            assertTrue(reported.get(0).getMessage().startsWith("cannot start a worker thread: threads=0"));
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void withOneThreadAloneAllTasksRun(ThreadFactory failing) {
        try (Injector injector =
                injector(task -> attempts.incrementAndGet() == 1 ? new Thread(task) : failing.newThread(task))) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 8));
            for (int i = 0; i < 500; i++) {
                executor.execute(Thread::onSpinWait);
            }
            executor.close();
            assertEquals(500, executor.counters().executed());
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aShutdownTriesAgain(ThreadFactory failing) {
        try (Injector injector =
                injector(task -> attempts.incrementAndGet() == 1 ? failing.newThread(task) : new Thread(task))) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 1));
            executor.execute(() -> {});
            executor.close();
            assertEquals(1, executor.counters().executed());
        }
    }

    @Test
    void everySecondThreadFails() throws InterruptedException {
        try (Injector injector = injector(task -> attempts.incrementAndGet() % 2 == 0 ? null : new Thread(task))) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 10));
            AtomicInteger runs = new AtomicInteger();
            Thread[] producers = ExecutorContract.startAll(3, () -> {
                for (int i = 0; i < 1_000; i++) {
                    executor.execute(() -> {
                        Thread.onSpinWait();
                        runs.incrementAndGet();
                    });
                }
            });
            ExecutorContract.joinAll(producers);
            executor.close();
            assertEquals(3_000, runs.get());
        }
    }

    @Test
    void strayInterruptsDoNoHarm() throws Exception {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        try (Injector injector = injector(task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            return thread;
        })) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("test", 1));
            executor.submit(() -> {}).get();
            for (int i = 0; i < 100; i++) {
                threads.get(0).interrupt();
                while (injector.counters().sleeping() == 0) { // While it ends a task, another thread may be started.
                    Thread.onSpinWait();
                }
                assertFalse(seesInterrupt(executor));
            }
            assertEquals(1, threads.size());
            for (int i = 0; i < 100; i++) {
                threads.get(0).interrupt();
                assertFalse(seesInterrupt(executor));
            }
            assertTrue(threads.get(0).isAlive());
        }
    }

    private static boolean seesInterrupt(InjectionExecutor executor) throws Exception {
        return executor.submit(() -> Thread.currentThread().isInterrupted()).get();
    }
}
