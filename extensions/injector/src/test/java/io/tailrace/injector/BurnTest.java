/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random batches of random tasks for executors of random limits: each task runs once, each batch ends, no limit is
 * exceeded. Runs longer with {@code -Dtailrace.test.burn=SECONDS}, again with {@code -Dtailrace.test.seed=S}.
 */
final class BurnTest {
    private static final int LONGEST_PAUSE_MS = 50;
    private static final int EXECUTORS = 4;
    private static final int MOST_WORKERS = 12;
    private static final int MOST_QUEUED = 50;
    private static final int LARGEST_BATCH = 200;
    private static final long SECONDS = Long.getLong("tailrace.test.burn", 1);

    private final long seed = Seeds.of(BurnTest.class);
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger threads = new AtomicInteger();
    private final Injector injector = new Injector(InjectorConfig.DEFAULT
            .withUncaughtHandler((thread, error) -> failures.incrementAndGet())
            .withThreadFactory(task -> {
                threads.incrementAndGet();
                return new Thread(task);
            }));

    /** The tasks of one producer, which submits one batch after another. */
    private final class Producer implements Runnable {
        private final Random random;
        private final int maxWorkers;
        private final InjectionExecutor executor;
        private final long endNs;
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private volatile Throwable failure;
        private long tasks;
        private long failed;

        Producer(int number, long endNs) {
            this.random = new Random(seed + number);
            this.endNs = endNs;
            this.maxWorkers = 1 + random.nextInt(MOST_WORKERS);
            this.executor = injector.newExecutor(
                    ExecutorConfig.of("burn-" + number, maxWorkers).withMaxQueued(random.nextInt(MOST_QUEUED)));
        }

        @Override
        public void run() {
            try {
                while (System.nanoTime() - endNs < 0) {
                    batch(1 + random.nextInt(LARGEST_BATCH));
                }
                executor.close();
                assertEquals(tasks, figure(executor.counterSource(), "submitted"));
                assertEquals(tasks, figure(executor.counterSource(), "executed"));
                assertTrue(most.get() <= maxWorkers, () -> "running together: " + most);
            } catch (Throwable e) {
                failure = e;
            }
        }

        private void batch(int size) throws InterruptedException {
            AtomicIntegerArray runs = new AtomicIntegerArray(size);
            CountDownLatch all = new CountDownLatch(size);
            for (int i = 0; i < size; i++) {
                int number = i;
                Runnable work = randomWork();
                tasks++;
                executor.execute(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    try {
                        work.run();
                    } finally {
                        running.decrementAndGet();
                        runs.incrementAndGet(number);
                        all.countDown();
                    }
                });
            }
            assertTrue(all.await(2, TimeUnit.MINUTES), () -> "tasks overlooked: " + all.getCount() + ", " + executor);
            for (int i = 0; i < size; i++) {
                assertEquals(1, runs.get(i), "task=" + i);
            }
        }

        private Runnable randomWork() {
            int kind = random.nextInt(100);
            long ns = random.nextInt(20_000);
            if (kind < 2) {
                failed++;
                return () -> {
                    throw kind == 0 ? new StackOverflowError("expected") : new AssertionError("expected");
                };
            }
            if (kind < 4) {
                return () -> LockSupport.parkNanos(20 * ns);
            }
            if (kind < 6) {
                return () -> Thread.currentThread().interrupt();
            }
            if (kind < 50) {
                return () -> {};
            }
            return () -> spin(ns);
        }
    }

    private static void spin(long ns) {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < ns) {
            Thread.onSpinWait();
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void randomBatches() throws InterruptedException {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        Producer[] producers = new Producer[EXECUTORS];
        Thread[] producing = new Thread[EXECUTORS];
        for (int i = 0; i < EXECUTORS; i++) {
            producers[i] = new Producer(i, endNs);
            producing[i] = new Thread(producers[i]);
            producing[i].start();
        }
        WithInjector.joinAll(producing);
        injector.close();
        long failed = 0;
        for (Producer producer : producers) {
            if (producer.failure != null) {
                throw new AssertionError("burn test failed: -Dtailrace.test.seed=" + seed, producer.failure);
            }
            failed += producer.failed;
        }
        assertEquals(failed, failures.get());
        assertTrue(threads.get() <= EXECUTORS * MOST_WORKERS + 1, () -> "threads=" + threads);
    }

    private static void pauseAndSubmit(InjectionExecutor executor, Random random, long endNs)
            throws InterruptedException {
        while (System.nanoTime() - endNs < 0) {
            // Few long pauses, many short ones.
            LockSupport.parkNanos(
                    (long) (Math.pow(random.nextDouble(), 4) * TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MS)));
            int tasks = 1 + random.nextInt(3);
            CountDownLatch all = new CountDownLatch(tasks);
            for (int i = 0; i < tasks; i++) {
                executor.execute(all::countDown);
            }
            assertTrue(all.await(2, TimeUnit.MINUTES), () -> "a task was overlooked: " + executor);
        }
    }

    /**
     * Tasks arrive after pauses of any length, so that each arrives at a different moment while workers go idle or end
     * their threads.
     */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noTaskStaysBehind() throws Exception {
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        try (Injector shared = new Injector();
                Injector brief = new Injector(InjectorConfig.DEFAULT.withKeepAlive(Duration.ofMillis(3)))) {
            List<FutureTask<?>> producers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                Injector injector = i == 0 ? brief : shared;
                InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("liveness-" + i, 1 + i));
                Random random = new Random(seed + i);
                FutureTask<?> producer = new FutureTask<>(() -> {
                    pauseAndSubmit(executor, random, endNs);
                    return null;
                });
                new Thread(producer).start();
                producers.add(producer);
            }
            for (FutureTask<?> producer : producers) {
                producer.get();
            }
        }
    }
}
