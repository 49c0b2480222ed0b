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
import org.junit.jupiter.api.extension.RegisterExtension;

/** A directory that becomes read-only under a driver: nothing new can be made, and everything else continues. */
@Tag("faults")
class ReadOnlyIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @Test
    void aDirectoryThatBecomesReadOnly() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), "size=24m")) {
            Path dir = small.path().resolve("driver");
            try (Tool driver = Tool.driver(directory, "--dir", dir.toString(), "--term-length", "64k");
                    Traffic traffic = new Traffic(dir);
                    ExclusivePublication removed = traffic.tailrace().addExclusivePublication("orders")) {
                small.makeReadOnly();
                RegistrationException refused = assertThrows(
                        RegistrationException.class, () -> traffic.tailrace().addExclusivePublication("orders"));
                assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
                assertRefused("sub orders", dir);
                assertRefused("driver", small.path().resolve("other"));
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

    private void assertRefused(String line, Path dir) {
        Run.of(directory, line + " --dir " + dir).assertFails(ExitCode.PERMISSION, "Read-only", dir.toString());
    }
}
