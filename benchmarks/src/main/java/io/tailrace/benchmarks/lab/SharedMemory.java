/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.IoUtil;

/** Directories of the benchmarks, in shared memory if there is any. Each is named after its process. */
public final class SharedMemory {
    private static final Path DEV_SHM = Path.of("/dev/shm");
    private static final String PREFIX = "tailrace-";

    private SharedMemory() {}

    /** {@return a new directory} */
    public static Path newDirectory(String purpose) {
        try {
            String prefix = PREFIX + purpose + maker(ProcessHandle.current().pid());
            return Files.isWritable(DEV_SHM)
                    ? Files.createTempDirectory(DEV_SHM, prefix)
                    : Files.createTempDirectory(prefix);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String maker(long pid) {
        return "-by-" + pid + "-";
    }

    /** Deletes the directories of these processes in shared memory. */
    public static void deleteAllMadeBy(Set<Long> pids) {
        if (!Files.isWritable(DEV_SHM)) {
            return;
        }
        try (Stream<Path> entries = Files.list(DEV_SHM)) {
            List<Path> made = entries.filter(
                            entry -> isMadeBy(pids, entry.getFileName().toString()))
                    .toList();
            made.forEach(SharedMemory::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isMadeBy(Set<Long> pids, String name) {
        return name.startsWith(PREFIX) && pids.stream().anyMatch(pid -> name.contains(maker(pid)));
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
