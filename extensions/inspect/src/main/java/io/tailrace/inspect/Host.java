/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The host around a driver's files: the time, its processes and its users. */
public interface Host {
    /**
     * A process of this host.
     *
     * @param program the program it runs: main class, jar, or executable; a hostile process may show anything
     * @param state its state letter in {@code /proc}
     * @param cpuTicks the CPU time it has taken, in hundredths of a second
     * @param proc its folder in {@code /proc}
     */
    record ProcessView(String program, char state, long cpuTicks, Path proc) {
        /** {@return whether a signal has stopped it, so that another signal lets it continue} */
        public boolean isStopped() {
            return state == 'T';
        }

        /** {@return what keeps it from running, null if nothing does} */
        public @Nullable String trouble() {
            return switch (state) {
                case 'T' -> "stopped";
                case 't' -> "stopped by a debugger";
                case 'D' -> "waits for a device";
                default -> null;
            };
        }

        /** {@return whether one of its threads waits now for another process at a pipe} Reads a file per thread. */
        public boolean waitsForPipe() {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(proc.resolve("task"))) {
                for (Path thread : threads) {
                    if (Files.readString(thread.resolve("wchan")).contains("pipe_w")) { // By the kernel's version.
                        return true;
                    }
                }
            } catch (IOException | DirectoryIteratorException e) {
                return false; // It has exited, or is another user's.
            }
            return false;
        }
    }

    /** {@return {@link System#nanoTime}, the clock of heartbeats and of the ends of logs} */
    long nanoTime();

    /** {@return the time of day, for display only} */
    Instant now();

    /** {@return a process, null if it cannot be seen} */
    @Nullable
    ProcessView process(long pid);

    /** {@return a process of another PID namespace, by its pid there; null if it cannot be seen from here} */
    default @Nullable ProcessView process(long pidNamespace, long pid) {
        return null;
    }

    /** {@return the name of the user that owns a file} */
    String owner(Path path) throws IOException;

    /** {@return the file system of a path; if the path does not exist, the file system in which it would be} */
    default Storage storage(Path path) {
        return Storage.of(path);
    }
}
