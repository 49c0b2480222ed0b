/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of the benchmarks: in shared memory where there is such a thing. */
public final class SharedMemory {
    private static final Path DEV_SHM = Path.of("/dev/shm");

    private SharedMemory() {}

    /** {@return a new directory} */
    public static Path newDirectory(String purpose) {
        try {
            String prefix = "tailrace-" + purpose + "-";
            return Files.isWritable(DEV_SHM)
                    ? Files.createTempDirectory(DEV_SHM, prefix)
                    : Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes it with all that is in it, if it is there. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(directory)) {
            List<Path> innermostFirst = paths.sorted(Comparator.reverseOrder()).toList();
            for (Path path : innermostFirst) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
