/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An idle pool does nothing at all. */
@EnabledOnOs(OS.LINUX)
final class IdleTest {
    private static final String THREAD_NAME = "idle-test-";

    @Test
    void noThreadGoesToSleepInASecond() throws Exception {
        AtomicInteger numbers = new AtomicInteger();
        try (Injector injector = new Injector(InjectorConfig.DEFAULT.withThreadFactory(
                task -> new Thread(task, THREAD_NAME + numbers.incrementAndGet())))) {
            InjectionExecutor executor = injector.newExecutor(ExecutorConfig.of("idle", 4));
            for (int i = 0; i < 20_000; i++) {
                executor.execute(Thread::onSpinWait);
            }
            while (executor.counters().executed() < 20_000) {
                Thread.onSpinWait();
            }
            Map<String, Long> sleeps = awaitSecondWithout();
            assertEquals(injector.counters().threads(), sleeps.size());
            assertTrue(!sleeps.isEmpty());
        }
    }

    /**
     * {@return how often each of the pool's threads has gone to sleep, once that has stayed the same for a second} A
     * thread that does anything goes to sleep after it. A switch that another program causes does not count.
     */
    private static Map<String, Long> awaitSecondWithout() throws Exception {
        Map<String, Long> last = sleeps();
        long sinceNs = System.nanoTime();
        while (System.nanoTime() - sinceNs < TimeUnit.SECONDS.toNanos(1)) {
            Map<String, Long> now = sleeps();
            if (!now.equals(last)) {
                last = now;
                sinceNs = System.nanoTime();
            }
            Thread.sleep(10);
        }
        return last;
    }

    private static Map<String, Long> sleeps() throws IOException {
        Map<String, Long> all = new TreeMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(Path.of("/proc/self/task"))) {
            for (Path task : tasks) {
                String name = Files.readString(task.resolve("comm")).trim();
                if (name.startsWith(THREAD_NAME)) {
                    all.put(name, sleeps(task));
                }
            }
        }
        return all;
    }

    private static long sleeps(Path task) throws IOException {
        return Files.readAllLines(task.resolve("status")).stream()
                .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).trim()))
                .sum();
    }
}
