/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver without threads, run by several threads of its program at once. */
final class DriverInvokerTest {
    private static final int THREADS = 3;
    private static final int ADDS = 200;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @Test
    void aCycleRunsOnceHoweverManyThreadsRunIt() throws Exception {
        List<Throwable> errors = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        AtomicBoolean done = new AtomicBoolean();
        List<Future<?>> invokers = new ArrayList<>();
        try (MediaDriver driver = MediaDriver.launch(Rig.driverConfig(parent, errors));
                Tailrace client = Tailrace.connect(Rig.clientConfig(driver.directory(), driver::invoke, errors))) {
            for (int i = 0; i < THREADS; i++) {
                invokers.add(threads.submit(() -> {
                    while (!done.get()) {
                        driver.invoke();
                    }
                }));
            }
            for (int i = 0; i < ADDS; i++) {
                try (Publication publication = client.addPublication("quotes-" + i % 3);
                        Subscription subscription = client.addSubscription(publication.stream())) {
                    client.invoke();
                    assertEquals(publication.stream(), subscription.stream());
                }
            }
        } finally {
            done.set(true);
            threads.shutdown();
        }
        for (Future<?> invoker : invokers) {
            invoker.get();
        }
        assertEquals(List.of(), errors);
    }
}
