/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static io.tailrace.injector.Figures.figure;
import static io.tailrace.injector.WithInjector.await;
import static io.tailrace.injector.WithTasklets.awaitEnd;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.injector.WithTasklets.Counting;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * How long threads sleep between rounds, as tasklets see it. No sleep may be too short, and they are few enough; {@link
 * SpinningTest} has the exact lengths.
 */
final class TaskletIdleTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Duration MIN = Duration.ofMillis(1);

    private static CooperativeWorkers workers(Duration minIdle, Duration maxIdle) {
        return new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(minIdle, maxIdle));
    }

    /**
     * Makes progress in the first of every five calls. If that did not begin anew, it would soon sleep for an hour. It
     * leaves its thread interrupted, which would keep it from sleeping; it sleeps all the same.
     */
    @Test
    void theMinimumIsUsedAndDoubledAndProgressBeginsAnew() throws InterruptedException {
        long[] shortestMs = {0, 1, 2, 4, 8};
        List<Long> timesNs = new ArrayList<>();
        try (CooperativeWorkers workers = workers(MIN, Duration.ofHours(1))) {
            awaitEnd(workers.add(() -> {
                timesNs.add(System.nanoTime());
                Thread.currentThread().interrupt();
                if (timesNs.size() == 30 * shortestMs.length) {
                    return Progress.DONE;
                }
                return timesNs.size() % shortestMs.length == 1 ? Progress.PROGRESS : Progress.NO_PROGRESS;
            }));
        }
        for (int i = shortestMs.length + 1; i < timesNs.size(); i++) { // At first a wake-up may still be due.
            long gapNs = timesNs.get(i) - timesNs.get(i - 1);
            assertTrue(gapNs >= shortestMs[(i - 1) % shortestMs.length] * 1_000_000, "gap " + i + ": ns=" + gapNs);
        }
    }

    /** If that did not end the doubling, it would soon sleep for an hour. */
    @Test
    void noSleepIsLongerThanTheMaximum() {
        try (CooperativeWorkers workers = workers(MIN, MIN.multipliedBy(4))) {
            Counting tasklet = new Counting();
            workers.add(tasklet);
            await(() -> tasklet.calls.get() > 50);
        }
    }

    @Test
    void aThreadSpinsWithoutIdleTimeOrIfOneTaskletMakesProgress() {
        for (Duration idle : List.of(Duration.ZERO, MIN)) {
            try (CooperativeWorkers workers = workers(idle, idle)) {
                if (!idle.isZero()) {
                    workers.add(() -> Progress.PROGRESS);
                }
                Counting tasklet = new Counting();
                workers.add(tasklet);
                await(() -> tasklet.calls.get() > 10_000);
                assertEquals(0, figure(workers.counterSource(), "parks"));
                assertEquals(!idle.isZero(), figure(workers.counterSource(), "progress") > 0);
            }
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
            for (TaskletHandle handle : List.of(workers.add(new Counting()), workers.add(new Counting()))) {
                handle.remove();
                awaitEnd(handle);
            }
            WithInjector.awaitRest(threads);
        }
    }

    @Test
    void nothingIsAllocated() throws InterruptedException {
        AtomicInteger calls = new AtomicInteger();
        long[] bytes = new long[1];
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            workers.add(new Counting());
            awaitEnd(workers.add(() -> {
                int number = calls.incrementAndGet();
                if (number == 1_000) {
                    bytes[0] = THREADS.getCurrentThreadAllocatedBytes();
                } else if (number == 200_000) {
                    bytes[0] = THREADS.getCurrentThreadAllocatedBytes() - bytes[0];
                    return Progress.DONE;
                }
                return number % 100 == 0 ? Progress.NO_PROGRESS : Progress.PROGRESS;
            }));
        }
        assertTrue(bytes[0] < 1_000, "bytes=" + bytes[0]);
    }
}
