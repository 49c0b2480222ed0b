/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DriverDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void theEnvironmentDecidesIfItSaysAnything() {
        assertEquals(Path.of("/some/where"), DriverDirectory.byDefault("/some/where", "ann", "/tmp"));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " "})
    void elseItIsInMemoryAndNamedByTheUser(String environment) {
        Path directory = DriverDirectory.byDefault(environment, "ann", "/var/temporary");

        Path parent = Files.isDirectory(Path.of("/dev/shm")) ? Path.of("/dev/shm") : Path.of("/var/temporary");
        assertEquals(parent.resolve("tailrace-ann"), directory);
    }

    /** Java calls each user without a name alike. */
    @Test
    void usersWithoutNamesDoNotShareIt() throws IOException {
        Path directory = DriverDirectory.byDefault(null, "?", "/var/temporary");

        Path made = Files.createFile(folder.resolve("own"));
        assertEquals(
                "tailrace-" + Ownership.of(made).uid(), directory.getFileName().toString());
    }

    @Test
    void itIsAbsoluteForThisProcess() {
        assertTrue(DriverDirectory.byDefault().isAbsolute() || System.getenv("TAILRACE_DIR") != null);
    }

    @Test
    void theDirectorysFilesAreWhereTheDesignSays() {
        DriverDirectory directory = new DriverDirectory(Path.of("/dev/shm/../shm/t"));

        assertEquals(Path.of("/dev/shm/t"), directory.path());
        assertEquals(Path.of("/dev/shm/t/driver.lock"), directory.lockFile());
        assertEquals(Path.of("/dev/shm/t/driver.info"), directory.infoFile());
        assertEquals(Path.of("/dev/shm/t/control"), directory.controlFile());
        assertEquals(Path.of("/dev/shm/t/clients/12"), directory.client(12));
        assertEquals(Path.of("/dev/shm/t/logs/34"), directory.log(34));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "-1", "+1", "1.making", " 1", "1 ", "١", "1234567890123456789"})
    void whatIsNoIdIsNone(String name) {
        assertEquals(-1, DriverDirectory.parseId(name));
    }

    @Test
    void anIdIsReadFromAName() {
        assertEquals(0, DriverDirectory.parseId("0"));
        assertEquals(999_999_999_999_999_999L, DriverDirectory.parseId("999999999999999999"));
    }
}
