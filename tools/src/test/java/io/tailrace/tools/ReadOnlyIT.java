/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.RegistrationException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A directory that becomes read-only under a driver: nothing new can be made, and everything else continues. */
@Tag("faults")
class ReadOnlyIT {
    private static final int SIZE_MIB = 24;

    @Test
    void aDirectoryThatBecomesReadOnly() throws IOException {
        try (ToolDirectory directory = ToolDirectory.create();
                SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), SIZE_MIB)) {
            Path dir = small.path().resolve("driver");
            try (Tool driver = Tool.driver(directory, "--dir", dir.toString(), "--term-length", "64k");
                    Traffic traffic = new Traffic(dir);
                    ExclusivePublication removed = traffic.tailrace().addExclusivePublication("orders")) {
                small.makeReadOnly();

                RegistrationException refused = assertThrows(
                        RegistrationException.class, () -> traffic.tailrace().addExclusivePublication("orders"));
                assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
                assertRefused(directory, dir.toString(), "sub", "orders", "--dir", dir.toString());
                String other = small.path().resolve("other").toString();
                assertRefused(directory, other, "driver", "--dir", other);
                removed.close();
                traffic.assertGoesOn();

                small.makeWritable();
                traffic.awaitFiles("logs", 1); // By now the failed deletion has succeeded.
                traffic.tailrace().addExclusivePublication("orders");
                traffic.assertGoesOn();
                assertTrue(driver.isAlive());
            }
        }
    }

    private static void assertRefused(ToolDirectory directory, String part, String... arguments) throws IOException {
        try (Tool tool = Tool.run(directory, arguments)) {
            tool.assertFails(ExitCode.PERMISSION, "Read-only", part);
        }
    }
}
