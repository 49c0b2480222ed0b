/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Processes that were really killed are cleaned up after, and living ones are left alone. */
@Timeout(120)
class CleanIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool clean(String... options) throws IOException {
        Tool clean = Tool.run(
                directory, Stream.concat(Stream.of("clean"), Stream.of(options)).toArray(String[]::new));
        clean.assertExit(ExitCode.OK);
        assertEquals("", clean.err());
        return clean;
    }

    private List<Path> logs() throws IOException {
        try (Stream<Path> logs = Files.list(directory.driver().resolve("logs"))) {
            return logs.toList();
        }
    }

    @Test
    void whatADriverAndItsClientsLeaveGoesOnceAllAreDead() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("message\n");
            sub.awaitOut("message\n");
            try (Tool living = clean("--force")) {
                assertEquals(
                        "driver: lives, pid=" + driver.pid(),
                        living.out().lines().findFirst().orElse(""));
                assertTrue(living.out().endsWith("removed: 0, bytes=0\n"), living::out);
            }
            pub.input("again\n");
            sub.awaitOut("again\n");
            driver.close(); // First, so that it cannot clean up after the others.
        }
        assertEquals(1, logs().size());
        try (Tool shown = clean()) {
            assertTrue(shown.out().startsWith("driver: dead\n"), shown::out);
            assertTrue(shown.out().contains(logs().get(0) + ": no driver or client is alive"), shown::out);
            assertTrue(shown.out().contains("--force removes it"), shown::out);
            assertEquals(1, logs().size());
        }
        try (Tool removed = clean("--force")) {
            assertTrue(removed.out().contains("removed: "), removed::out);
        }
        assertEquals(List.of("driver.lock"), List.of(directory.driver().toFile().list()));
        try (Tool driver = Tool.driver(directory)) {
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
    }

    @Test
    void aDirectoryThatIsNotThereIsNoDrivers() throws IOException {
        try (Tool clean = Tool.run(directory, "clean")) {
            clean.assertFails(ExitCode.NO_DRIVER, directory.driver().toString(), "--dir");
        }
        assertFalse(Files.exists(directory.driver()));
    }
}
