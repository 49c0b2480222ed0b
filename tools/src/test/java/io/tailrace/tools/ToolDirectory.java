/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A directory for one test, in memory if possible, with room for a driver's directory. As an extension, it is deleted
 * after the test.
 */
record ToolDirectory(Path path) implements AfterEachCallback, AutoCloseable {
    static ToolDirectory create() {
        try {
            return new ToolDirectory(MemoryDirectory.create());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The directory in TAILRACE_DIR; it does not exist at first. */
    Path driver() {
        return path.resolve("driver");
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(path)) {
            files = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
