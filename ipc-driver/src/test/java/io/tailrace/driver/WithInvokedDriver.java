/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The setup for tests that close a driver without threads and launch the next: their clients run the current driver.
 */
abstract class WithInvokedDriver {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    /** The errors of the driver and the clients. */
    final List<Throwable> errors = Collections.synchronizedList(new ArrayList<>());

    DriverConfig config;
    MediaDriver driver;

    @BeforeEach
    void launchFirst() {
        config = Rig.driverConfig(parent, errors);
        driver = MediaDriver.launch(config);
    }

    TailraceConfig clientConfig() {
        return Rig.clientConfig(config.directory(), () -> driver.invoke(), errors);
    }

    Tailrace connect() {
        return Tailrace.connect(clientConfig());
    }

    /** A cycle of the driver; a test adds those of its clients. */
    void cycle() {
        driver.invoke();
    }

    void until(String what, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            cycle();
            assertTrue(System.nanoTime() - startNs < 60_000_000_000L, () -> what + ", errors=" + errors);
        }
    }

    /** {@return the texts of the next messages, as many as are asked for} */
    List<String> poll(Subscription subscription, int count) {
        Recorder polled = new Recorder();
        until("messages", () -> {
            subscription.poll(polled, count - polled.count());
            return polled.count() >= count;
        });
        return polled.texts();
    }
}
