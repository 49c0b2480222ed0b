/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The setup for tests whose driver and clients have threads. At the end no error may have occurred outside a call.
 */
abstract class WithThreads {
    static final String STREAM = "quotes";

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    MediaDriver driver;
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void launch() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver"))
                .withTermLength(Rig.TERM_LENGTH)
                .withErrorHandler(errors::add));
    }

    Tailrace connect() {
        return Tailrace.connect(
                TailraceConfig.DEFAULT.withDirectory(driver.directory()).withErrorHandler(errors::add));
    }

    @AfterEach
    void end() {
        driver.close();
        assertEquals(List.of(), List.copyOf(errors));
    }
}
