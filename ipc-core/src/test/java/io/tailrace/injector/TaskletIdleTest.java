/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.CooperativeFixture.await;
import static io.tailrace.injector.CooperativeFixture.sleepMs;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.injector.CooperativeFixture.Counting;
import io.tailrace.injector.Tasklet.Progress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long threads sleep between rounds, as tasklets see it: as long as configured, and no longer. */
final class TaskletIdleTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Duration MIN = Duration.ofMillis(4);
    private static final Duration MAX = Duration.ofMillis(20);

    /** Notes the time between its calls, and reports progress in each nth call. */
    private static final class Clock implements Tasklet {
        private final int progressEvery;
        private final long[] gapsNs;
        private final AtomicInteger count = new AtomicInteger();
        private long lastNs;

        Clock(int progressEvery, int gaps) {
            this.progressEvery = progressEvery;
            this.gapsNs = new long[gaps];
        }

        @Override
        public Progress call() {
            long nowNs = System.nanoTime();
            int number = count.get();
            if (number > gapsNs.length) {
                return Progress.DONE;
            }
            if (number > 0) {
                gapsNs[number - 1] = nowNs - lastNs;
            }
            lastNs = System.nanoTime();
            count.set(number + 1);
            return number % progressEvery == 0 ? Progress.PROGRESS : Progress.NO_PROGRESS;
        }

        /**
         * {@return the shortest of the gaps after calls of this number in their series} Longer gaps are caused by other
         * programs. The first series does not count, because a wake-up may still be due from before.
         */
        long shortestMs(int place) {
            long shortestNs = Long.MAX_VALUE;
            for (int i = progressEvery + place; i < gapsNs.length; i += progressEvery) {
                shortestNs = Math.min(shortestNs, gapsNs[i]);
            }
            return TimeUnit.NANOSECONDS.toMillis(shortestNs);
        }
    }

    private static void run(Clock clock) throws InterruptedException {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(MIN, MAX))) {
            CooperativeFixture.awaitEnd(workers.add(clock));
        }
    }

    @Test
    void theMinimumIsUsedAndDoubledUpToTheMaximum() throws InterruptedException {
        long[] expectedMs = {0, 4, 8, 16, 20, 20};
        long[] foundMs = new long[expectedMs.length];
        Arrays.fill(foundMs, Long.MAX_VALUE);
        boolean quiet = false;
        for (int run = 0; run < 20 && !quiet; run++) { // On a busy machine each of the gaps may be longer.
            Clock clock = new Clock(expectedMs.length, 60);
            run(clock);
            quiet = true;
            for (int i = 0; i < expectedMs.length; i++) {
                foundMs[i] = Math.min(foundMs[i], clock.shortestMs(i));
                assertTrue(foundMs[i] >= expectedMs[i], () -> "gaps=" + Arrays.toString(clock.gapsNs));
                quiet &= foundMs[i] < expectedMs[i] + 4;
            }
        }
        assertTrue(quiet, () -> "found=" + Arrays.toString(foundMs) + " ms");
    }

    @Test
    void progressOfOneKeepsAllAwake() throws InterruptedException {
        Clock clock = new Clock(6, 30);
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(MIN, MAX))) {
            workers.add(() -> Progress.PROGRESS);
            CooperativeFixture.awaitEnd(workers.add(clock));
            assertEquals(0, workers.counters().parks());
        }
    }

    @Test
    void aThreadWithoutIdleTimeSpins() throws InterruptedException {
        try (CooperativeWorkers workers =
                new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(Duration.ZERO, Duration.ZERO))) {
            Counting tasklet = new Counting();
            workers.add(tasklet);
            await(() -> tasklet.calls.get() > 100_000);
            assertEquals(0, workers.counters().parks());
            assertEquals(0, workers.counters().progress());
        }
    }

    @Test
    void withoutTaskletsNothingRuns() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        CooperativeConfig config = CooperativeConfig.DEFAULT.withThreads(2).withThreadFactory(task -> {
            threads.add(new Thread(task));
            return threads.get(threads.size() - 1);
        });
        try (CooperativeWorkers workers = new CooperativeWorkers(config)) {
            TaskletHandle first = workers.add(new Counting());
            TaskletHandle second = workers.add(new Counting());
            sleepMs(10);
            first.remove();
            second.remove();
            CooperativeFixture.awaitEnd(first);
            CooperativeFixture.awaitEnd(second);
            sleepMs(50);
            List<Long> beforeNs = cpuNs(threads);
            sleepMs(100);
            assertEquals(beforeNs, cpuNs(threads));
        }
    }

    private static List<Long> cpuNs(List<Thread> threads) {
        return threads.stream()
                .map(thread -> THREADS.getThreadCpuTime(thread.getId()))
                .toList();
    }

    /** A tasklet leaves its thread interrupted, which would keep it from sleeping; it sleeps all the same. */
    @Test
    void waitingTakesLittleTime() throws InterruptedException {
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            Counting tasklet = new Counting();
            workers.add(tasklet);
            workers.add(() -> {
                Thread.currentThread().interrupt();
                return Progress.NO_PROGRESS;
            });
            await(() -> tasklet.calls.get() > 1_000);
            int calls = tasklet.calls.get();
            long beforeNs = THREADS.getThreadCpuTime(tasklet.thread.getId());
            long startNs = System.nanoTime();
            sleepMs(300);
            int more = tasklet.calls.get() - calls;
            double tookMs = (System.nanoTime() - startNs) / 1e6;
            double part = (THREADS.getThreadCpuTime(tasklet.thread.getId()) - beforeNs) / 1e6 / tookMs;
            assertTrue(part > 0 && part < 0.15, "of a processor: " + part);
            assertTrue(more <= 1.1 * tookMs, "calls=" + more + " in " + tookMs + " ms");
        }
    }

    @Test
    void nothingIsAllocated() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        long[] bytes = new long[1];
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            workers.add(new Counting());
            TaskletHandle handle = workers.add(() -> {
                int number = calls.incrementAndGet();
                if (number == 1_000) {
                    bytes[0] = THREADS.getCurrentThreadAllocatedBytes();
                } else if (number == 200_000) {
                    bytes[0] = THREADS.getCurrentThreadAllocatedBytes() - bytes[0];
                    return Progress.DONE;
                }
                return number % 100 == 0 ? Progress.NO_PROGRESS : Progress.PROGRESS;
            });
            CooperativeFixture.awaitEnd(handle);
        }
        assertTrue(bytes[0] < 1_000, "bytes=" + bytes[0]);
    }
}
