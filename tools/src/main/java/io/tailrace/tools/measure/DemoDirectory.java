/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.internal.ErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A directory for one run of the demo, in memory if the system has such; gone when it is closed. */
record DemoDirectory(Path path) implements AutoCloseable {
    private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");
    private static final String PREFIX = "tailrace-demo-";

    static DemoDirectory create() throws IOException {
        return new DemoDirectory(
                Files.isWritable(MEMORY_FILE_SYSTEM)
                        ? Files.createTempDirectory(MEMORY_FILE_SYSTEM, PREFIX)
                        : Files.createTempDirectory(PREFIX));
    }

    Path driver() {
        return path.resolve("driver");
    }

    @Override
    public void close() {
        try {
            Files.walkFileTree(path, new Deletion());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path + ": " + ErrorText.of(e), e);
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            return FileVisitResult.CONTINUE; // Deleted by its process meanwhile.
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) throws IOException {
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
