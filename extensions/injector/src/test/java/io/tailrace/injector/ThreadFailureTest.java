/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static io.tailrace.injector.WithInjector.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that cannot be started, or that die. */
final class ThreadFailureTest {
    private final List<Throwable> reported = new ArrayList<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    private Injector injector(ThreadFactory factory) {
        return new Injector(InjectorConfig.DEFAULT.withThreadFactory(factory).withUncaughtHandler((thread, error) -> {
            synchronized (reported) {
                reported.add(error);
            }
            throw new IllegalStateException("handlers may fail, too");
        }));
    }

    /** {@return an injector whose first threads come from another factory than the later ones} */
    private Injector injector(int firstThreads, ThreadFactory first, ThreadFactory later) {
        return injector(task -> {
            Thread thread = (attempts.incrementAndGet() <= firstThreads ? first : later).newThread(task);
            if (thread != null) {
                thread.setUncaughtExceptionHandler((dead, error) -> {});
                threads.add(thread);
            }
            return thread;
        });
    }

    private static InjectionExecutor executor(Injector injector, int maxWorkers) {
        return injector.newExecutor(ExecutorConfig.of("test", maxWorkers));
    }

    /** The ways in which a factory fails. */
    static Stream<ThreadFactory> failures() {
        return Stream.of(
                task -> null,
                task -> {
                    throw new IllegalStateException("expected");
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
    void tasksWaitForTheNextOrForAShutdownThatFindsAThread(ThreadFactory failing) {
        try (Injector injector = injector(4, failing, Thread::new)) {
            InjectionExecutor executor = executor(injector, 2);
            for (int i = 0; i < 3; i++) {
                executor.execute(() -> {});
            }
            assertEquals(3, figure(injector.counterSource(), "startFailures"));
            assertEquals(3, reported.size());
            assertTrue(reported.get(0).getMessage().startsWith("cannot start a worker thread: threads=0"));
            executor(injector, 1).execute(() -> {});
            assertEquals(0, figure(executor.counterSource(), "executed"));
            executor.shutdown();
            executor.close();
            assertEquals(3, figure(executor.counterSource(), "executed"));
        }
        try (Injector injector = injector(attempts.get() + 1, failing, Thread::new)) {
            InjectionExecutor executor = executor(injector, 2);
            executor.execute(() -> {});
            executor.execute(() -> {});
            await(() -> figure(executor.counterSource(), "executed") == 2);
        }
    }

    @ParameterizedTest
    @MethodSource("failures")
    void withOneThreadAloneAllTasksRun(ThreadFactory failing) {
        try (Injector injector = injector(1, Thread::new, failing)) {
            InjectionExecutor executor = executor(injector, 8);
            for (int i = 0; i < 500; i++) {
                executor.execute(Thread::onSpinWait);
            }
            executor.close();
            assertEquals(500, figure(executor.counterSource(), "executed"));
        }
    }

    @Test
    void strayInterruptsDoNoHarm() throws Exception {
        try (Injector injector = injector(0, Thread::new, Thread::new)) {
            InjectionExecutor executor = executor(injector, 1);
            executor.submit(() -> {}).get();
            for (int i = 0; i < 200; i++) {
                threads.get(0).interrupt();
                if (i < 100) { // Afterwards an earlier task may start a second thread.
                    await(() -> figure(injector.counterSource(), "sleeping") > 0);
                    assertEquals(1, threads.size());
                }
                assertFalse(executor.submit(() -> Thread.currentThread().isInterrupted())
                        .get());
            }
            assertTrue(threads.get(0).isAlive());
        }
    }

    /** The ways in which a thread ends before it has called its task. */
    static Stream<ThreadFactory> earlyDeaths() {
        return Stream.of(
                task -> new Thread(() -> {}),
                task -> new Thread(task) {
                    @Override
                    public void run() {
                        throw new IllegalStateException("expected");
                    }
                },
                task -> new Thread(() -> {
                    throw new StackOverflowError("not true");
                }));
    }

    @ParameterizedTest
    @MethodSource("earlyDeaths")
    void aThreadThatDiesBeforeItBeginsIsReplaced(ThreadFactory dying) throws Exception {
        try (Injector injector = injector(2, dying, Thread::new)) {
            InjectionExecutor executor = executor(injector, 2);
            InjectionExecutor other = injector.newExecutor(ExecutorConfig.of("other", 2));
            CountDownLatch all = new CountDownLatch(3);
            executor.execute(all::countDown);
            threads.get(0).join();
            other.execute(all::countDown);
            threads.get(1).join();
            executor.execute(all::countDown);
            await(all);
            assertEquals(2, figure(injector.counterSource(), "startFailures"));
            assertEquals(2, reported.size());
            assertTrue(reported.get(0).getMessage().startsWith("a worker thread has ended before it began: thread="));
        }
    }

    /** By the close, which may begin before the thread is dead, or by a producer that waits for room. */
    @ParameterizedTest
    @MethodSource("earlyDeaths")
    void aThreadThatDiesIsReplacedWithoutAFurtherTask(ThreadFactory dying) {
        for (int tasks : new int[] {1, 10}) {
            attempts.set(0);
            try (Injector injector = injector(1, dying, Thread::new)) {
                InjectionExecutor executor =
                        injector.newExecutor(ExecutorConfig.of("test", 1).withMaxQueued(1));
                for (int i = 0; i < tasks; i++) {
                    executor.execute(() -> {});
                }
                executor.close();
                assertEquals(tasks, figure(executor.counterSource(), "executed"));
            }
        }
    }

    /** In neither case is a searcher counted off twice. */
    @Test
    void aFactoryMayStartTheThreadOrCallItsTaskTwice() throws Exception {
        try (Injector injector = injector(task -> switch (attempts.incrementAndGet()) {
            case 1 -> {
                Thread started = new Thread(task);
                started.start();
                yield started;
            }
            case 2 ->
                new Thread(() -> {
                    task.run();
                    task.run();
                });
            default -> new Thread(task);
        })) {
            InjectionExecutor executor = executor(injector, 3);
            for (int round = 0; round < 20; round++) {
                CountDownLatch together = new CountDownLatch(3);
                for (int i = 0; i < 3; i++) {
                    executor.execute(() -> {
                        together.countDown();
                        await(together);
                    });
                }
                await(together);
            }
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static void executeDeeperAndDeeper(InjectionExecutor executor, Runnable task) {
        executor.execute(task);
        executeDeeperAndDeeper(executor, task);
    }

    /** Wherever in execute the stack ends, the workers continue to serve the other executors. */
    @ParameterizedTest
    @ValueSource(ints = {160, 192, 256, 512})
    void aStackThatEndsInExecuteStopsNoOtherExecutor(int stackKiB) throws Exception {
        try (Injector injector = injector(Thread::new)) {
            InjectionExecutor other = injector.newExecutor(ExecutorConfig.of("other", 1));
            for (int round = 0; round < 50; round++) {
                InjectionExecutor executor = executor(injector, 2);
                Runnable overflow = () -> assertThrows(
                        StackOverflowError.class, () -> executeDeeperAndDeeper(executor, Thread::onSpinWait));
                Thread producer = new Thread(null, overflow, "overflow", stackKiB * 1024L);
                producer.start();
                producer.join();
                other.submit(() -> {}).get();
                executor.shutdownNow();
            }
        }
    }
}
