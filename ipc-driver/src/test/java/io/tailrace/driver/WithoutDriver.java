/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The setup for tests of {@link Tailrace#open}: a directory without a driver, and clients that do not wait long for a
 * driver.
 */
abstract class WithoutDriver {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    Path directory;
    TailraceConfig config;

    @BeforeEach
    void configure() {
        directory = parent.resolve("driver");
        config = TailraceConfig.DEFAULT
                .withDirectory(directory)
                .withConnectTimeout(Duration.ofMillis(50))
                .withErrorHandler(errors::add);
    }
}
