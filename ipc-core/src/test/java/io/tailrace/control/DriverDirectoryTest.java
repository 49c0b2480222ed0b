/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.file.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DriverDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void itIsInMemoryAndNamedByTheUserUnlessTheEnvironmentSaysOtherwise() throws IOException {
        assertEquals(Path.of("/some/where"), DriverDirectory.byDefault("/some/where", "ann", "/tmp"));
        for (String environment : new String[] {null, "", " "}) {
            Path parent = Files.isDirectory(Path.of("/dev/shm")) ? Path.of("/dev/shm") : Path.of("/var/temporary");
            assertEquals(
                    parent.resolve("tailrace-ann"), DriverDirectory.byDefault(environment, "ann", "/var/temporary"));
        }
        Path made = Files.createFile(folder.resolve("own")); // Java calls each user without a name alike.
        assertEquals(
                "tailrace-" + Ownership.of(made).uid(),
                DriverDirectory.byDefault(null, "?", "/tmp").getFileName().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "-1", "+1", "1.making", " 1", "1 ", "١", "1234567890123456789"})
    void whatIsNoIdIsNone(String name) {
        assertEquals(-1, DriverDirectory.parseId(name));
        assertEquals(0, DriverDirectory.parseId("0"));
        assertEquals(999_999_999_999_999_999L, DriverDirectory.parseId("999999999999999999"));
    }
}
