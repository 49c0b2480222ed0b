/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NoInodeExceptionTest {
    @TempDir
    Path folder;

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
