/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;

/** An injector, its threads and errors, and tasks that count, block or sleep. Waits as long as a test may take. */
abstract class WithInjector {
    final BlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    final InjectorConfig config = InjectorConfig.DEFAULT
            .withUncaughtHandler((thread, error) -> uncaught.add(error))
            .withThreadFactory(task -> {
                Thread thread = new Thread(task);
                threads.add(thread);
                return thread;
            });
    final Injector injector = new Injector(config);
    final CountDownLatch blocked = new CountDownLatch(1);
    final AtomicInteger runs = new AtomicInteger();

    @AfterEach
    final void closeInjector() {
        blocked.countDown();
        injector.close();
    }

    final InjectionExecutor executor(int maxWorkers) {
        return injector.newExecutor(ExecutorConfig.of("test", maxWorkers));
    }

    final InjectionExecutor executor(int maxWorkers, int maxQueued, WhenFull whenFull) {
        return injector.newExecutor(new ExecutorConfig("test", maxWorkers, maxQueued, whenFull));
    }

    /** {@return an executor whose only worker runs a task that is blocked} */
    final InjectionExecutor busy(int maxQueued, WhenFull whenFull) {
        InjectionExecutor executor = executor(1, maxQueued, whenFull);
        executor.execute(() -> await(blocked));
        await(() -> figure(executor.counterSource(), "running") == 1);
        return executor;
    }

    /** {@return a busy executor whose queue has no room for a second task} */
    final InjectionExecutor full(WhenFull whenFull) {
        InjectionExecutor executor = busy(1, whenFull);
        executor.execute(() -> {});
        return executor;
    }

    static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    static Thread[] startAll(int threads, Runnable task) {
        Thread[] all = new Thread[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = start(task);
        }
        return all;
    }

    static void joinAll(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    static void shutDown(InjectionExecutor executor, boolean now) {
        if (now) {
            executor.shutdownNow();
        } else {
            executor.shutdown();
        }
    }

    /** Returns when its thread is interrupted. */
    static void sleep() {
        try {
            Thread.sleep(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            // The expected end.
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // Two threads may have one core.
    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertFalse(Thread.interrupted(), "not in time");
            Thread.yield();
        }
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("waited in vain", e);
        }
    }

    /** Waits for a while in which the threads take no processor time. */
    static void awaitRest(Collection<Thread> threads) {
        await(() -> {
            long beforeNs = cpuNs(threads);
            LockSupport.parkNanos(100_000_000);
            return cpuNs(threads) == beforeNs;
        });
    }

    private static long cpuNs(Collection<Thread> threads) {
        ThreadMXBean times = ManagementFactory.getThreadMXBean();
        return threads.stream()
                .mapToLong(thread -> times.getThreadCpuTime(thread.getId()))
                .sum();
    }

    static void awaitWaitingProducers(InjectionExecutor executor, int count) {
        await(() -> figure(executor.counterSource(), "waitingProducers") == count);
    }
}
