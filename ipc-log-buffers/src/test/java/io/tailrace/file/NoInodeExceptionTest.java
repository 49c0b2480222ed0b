/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class NoInodeExceptionTest {
    private static final int INODES = 20;

    @TempDir
    Path folder;

    static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    private static void assertNamesInodes(Path path, Executable creation) {
        NoInodeException thrown = assertThrows(NoInodeException.class, creation);
        assertEquals(path.toString(), thrown.getFile());
        assertTrue(thrown.getReason().contains("no inode is free"), thrown::toString);
        assertInstanceOf(FileSystemException.class, thrown.getCause());
        assertFalse(Files.exists(path));
    }

    @Test
    void whereNoInodeIsFreeTheFailureSaysSo() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m,nr_inodes=" + INODES, "tmpfs", folder.toString()),
                "a file system cannot be mounted here: this needs root");
        try {
            for (int i = 1; i < INODES; i++) { // The first inode is the root's.
                Files.createFile(folder.resolve("filler-" + i));
            }
            Path path = folder.resolve("path");
            assertNamesInodes(path, () -> FileAllocation.start(path, 1, FileAccess.PRIVATE));
            assertNamesInodes(path, () -> FileAccess.PRIVATE.createDirectory(path));

            Files.delete(folder.resolve("filler-1"));
            FileAllocation.start(path, 1, FileAccess.PRIVATE).close();
            try (FileAllocation large = FileAllocation.start(path, 16 << 20, FileAccess.PRIVATE)) {
                assertFalse(assertThrows(IOException.class, () -> large.step(16 << 20))
                        .getMessage()
                        .contains("inode"));
            }
        } finally {
            assertTrue(run("umount", "-l", folder.toString()));
        }
    }

    /** The kernel's error has no class of its own here either. */
    @Test
    void anotherFailureIsNotExplained() throws IOException {
        Path path = folder.resolve("n".repeat(300));
        FileSystemException tooLong =
                assertThrows(FileSystemException.class, () -> FileAllocation.start(path, 1, FileAccess.PRIVATE));
        assertSame(FileSystemException.class, tooLong.getClass());
        assertNotNull(tooLong.getReason());

        IOException denied = new AccessDeniedException(folder.toString());
        assertSame(denied, NoInodeException.explain(denied, folder.resolve("path")));
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count(), "the attempt leaves nothing");
        }
    }
}
