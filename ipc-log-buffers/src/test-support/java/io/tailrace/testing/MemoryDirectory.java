/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Directories for tests in the file system in memory if there is one; otherwise in the temporary directory. */
public final class MemoryDirectory implements TempDirFactory {
    private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");
    private static final String PREFIX = "tailrace-test-";

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return create();
    }

    /** {@return a new directory} The caller deletes it. */
    public static Path create() throws IOException {
        return Files.isWritable(MEMORY_FILE_SYSTEM)
                ? Files.createTempDirectory(MEMORY_FILE_SYSTEM, PREFIX)
                : Files.createTempDirectory(PREFIX);
    }
}
