/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver takes over the numbers of the one that died in its directory. */
final class PreviousDriverTest {
    private static final long FIRST_ID = 1000;

    @TempDir
    Path folder;

    @Test
    void theNextDriverCountsOnAndGivesNoIdAgain() throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        long given;
        try (ControlFile dead =
                ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 3, 99, 65536, FIRST_ID)) {
            given = dead.nextId(); // Of a client that has left nothing: only the control file knows this id.
        }
        PreviousDriver found = PreviousDriver.examine(directory);

        assertEquals(4, found.nextIncarnation());
        assertTrue(found.nextId() > given, "nextId=" + found.nextId());
    }

    @Test
    void withoutAControlFileItCountsOnFromTheFilesOfLogs() throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        Files.createDirectories(directory.logs().resolve(Long.toString(FIRST_ID)));

        PreviousDriver found = PreviousDriver.examine(directory);

        assertEquals(1, found.nextIncarnation());
        assertTrue(found.nextId() > FIRST_ID, "nextId=" + found.nextId());
    }
}
