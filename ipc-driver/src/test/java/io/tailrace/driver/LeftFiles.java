/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The files that remain after a driver has closed in good order while no client lived. */
public final class LeftFiles {
    private LeftFiles() {}

    /** Checks that only the lock file and retained logs are left. */
    public static void assertOnlyRetainedLogs(Path directory) {
        DriverDirectory driver = new DriverDirectory(directory);
        File[] logs = driver.logs().toFile().listFiles();
        Set<String> expected = logs == null ? Set.of("driver.lock") : Set.of("driver.lock", "logs");
        assertEquals(expected, namesIn(directory));
        for (File log : logs == null ? new File[0] : logs) {
            assertTrue(isRetained(log.toPath()), log::toString);
        }
    }

    /**
     * {@return the names of the files that a driver has left, except the control file of a driver that has noted
     * errors}
     */
    static Set<String> namesIn(Path directory) {
        Set<String> names = new HashSet<>(List.of(directory.toFile().list()));
        names.remove("control.previous");
        names.remove("events");
        return names;
    }

    /** {@return whether a log has ended, is retained, and has no user} */
    public static boolean isRetained(Path log) {
        try (LogFiles files = LogFiles.open(log, LogFiles.Access.NOTHING)) {
            return LogEnd.read(files.buffers().meta()).isRetained()
                    && LogFiles.readMeta(log, LogFiles::holders).isEmpty();
        } catch (IOException e) {
            throw new UncheckedIOException(log.toString(), e);
        }
    }
}
