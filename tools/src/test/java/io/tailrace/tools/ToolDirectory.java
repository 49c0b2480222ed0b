/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.ProcessScene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
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
        ProcessScene.delete(path);
    }
}
