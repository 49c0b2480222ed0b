/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.ForkedJvm;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAllocationTest {
    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("file");
    }

    @Test
    void eachStepWritesNoMoreThanItMay() throws IOException {
        try (FileAllocation allocation = FileAllocation.start(path(), 200_000, FileAccess.PRIVATE)) {
            assertEquals(0, Files.size(path()));
            assertFalse(allocation.step(1));
            assertEquals(1, Files.size(path()));
            assertFalse(allocation.step(150_000));
            assertEquals(150_001, Files.size(path()));
            assertTrue(allocation.step(Integer.MAX_VALUE));
            assertEquals(200_000, Files.size(path()));
            assertTrue(allocation.step(1));
            assertEquals(200_000, Files.size(path()));
        }
    }

    @Test
    void aFileIsMappedWhenAllOfItIsWritten() throws IOException {
        try (FileAllocation allocation = FileAllocation.start(path(), 8192, FileAccess.PRIVATE)) {
            assertFalse(allocation.step(8191));
            assertTrue(allocation.step(1));
            try (MappedFile file = allocation.map()) {
                assertEquals(MappedBuffer.allocate(8192), file.buffer());
            }
        }
        assertEquals(8192, Files.size(path()));
    }

    @Test
    void aFileThatWasNotMappedIsDeleted() throws IOException {
        FileAllocation allocation = FileAllocation.start(path(), 8192, FileAccess.PRIVATE);
        allocation.step(8192);
        allocation.close();
        assertFalse(Files.exists(path()));
        Files.writeString(path(), "another file of the same name");
        allocation.close();
        assertTrue(Files.exists(path()));
    }

    /** A limit on the size of files simulates a full file system: the write fails in the middle of a chunk. */
    @Test
    void aWriteThatFailsIsAClearErrorAndLeavesNoFile() throws Exception {
        ForkedJvm.Result result =
                ForkedJvm.runAfter("trap '' XFSZ; ulimit -f 2000", CreateMain.class, path().toString(), "8388608");
        assertEquals(1, result.exitCode(), result.output());
        String expected = "IOException: file not allocated: path=" + path() + ", length=8388608, written=";
        assertTrue(result.output().contains(expected), result.output());
        assertTrue(result.output().contains("reason="), result.output());
        assertFalse(Files.exists(path()));
    }

    /** Creates a file: {@code <path> <length>}. */
    static final class CreateMain {
        private CreateMain() {}

        public static void main(String[] args) throws IOException {
            MappedFile.create(Path.of(args[0]), Integer.parseInt(args[1]), FileAccess.PRIVATE)
                    .close();
        }
    }
}
