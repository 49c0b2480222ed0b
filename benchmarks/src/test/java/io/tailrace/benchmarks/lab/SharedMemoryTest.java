/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class SharedMemoryTest {
    private static final Path DEV_SHM = Path.of("/dev/shm");

    @Test
    void onlyWhatAProcessHasMadeIsDeleted() throws IOException {
        Assumptions.assumeTrue(Files.isWritable(DEV_SHM));
        long maker = ProcessHandle.current().pid();
        Path others = Files.createTempDirectory(DEV_SHM, "tailrace-test-by-1" + maker + "-");
        Path ours = SharedMemory.newDirectory("test");
        try {
            Files.writeString(
                    Files.createDirectories(ours.resolve("driver/logs")).resolve("meta"), "x");
            SharedMemory.deleteAllMadeBy(Set.of(maker));
            assertFalse(Files.exists(ours));
            assertTrue(Files.exists(others));
        } finally {
            SharedMemory.delete(ours); // Nothing remains to delete.
            SharedMemory.delete(others);
        }
    }
}
