/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.agrona.IoUtil;

/** Directories of the benchmarks, in shared memory if there is any. Any thread. */
public final class SharedMemory {
    private static final Path DEV_SHM = Path.of("/dev/shm");

    private SharedMemory() {}

    /** {@return a new directory, which is deleted when this process ends, if not before} */
    public static Path newDirectory(String purpose) {
        String prefix = "tailrace-bench-" + purpose + "-";
        try {
            Path directory = Files.isWritable(DEV_SHM)
                    ? Files.createTempDirectory(DEV_SHM, prefix)
                    : Files.createTempDirectory(prefix);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a directory with its content, if it exists; another process may be doing the same. */
    public static void delete(Path directory) {
        IoUtil.delete(directory.toFile(), failure -> {
            if (!(failure instanceof NoSuchFileException)) {
                throw new IllegalStateException("could not delete: path=" + directory, failure);
            }
        });
    }
}
