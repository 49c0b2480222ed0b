/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tasks that arrive after pauses of any length, so that each arrives at a different moment while workers go idle or end
 * their threads: none is overlooked. Runs longer with {@code -Dtailrace.test.burn=SECONDS}, again with {@code
 * -Dtailrace.test.seed=S}.
 */
final class LivenessTest {
    private static final int LONGEST_MS = 50;
    private static final long SECONDS = Long.getLong("tailrace.test.burn", 1);

    private static void pauseAndSubmit(InjectionExecutor executor, Random random, long endNs)
            throws InterruptedException {
        while (System.nanoTime() - endNs < 0) {
            // Few long pauses, many short ones.
            LockSupport.parkNanos(
                    (long) (Math.pow(random.nextDouble(), 4) * TimeUnit.MILLISECONDS.toNanos(LONGEST_MS)));
            int tasks = 1 + random.nextInt(3);
            CountDownLatch all = new CountDownLatch(tasks);
            for (int i = 0; i < tasks; i++) {
                executor.execute(all::countDown);
            }
            assertTrue(all.await(10, TimeUnit.SECONDS), () -> "a task was overlooked: " + executor);
        }
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void noTaskStaysBehind() throws Exception {
        long seed = Seeds.of(LivenessTest.class);
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
