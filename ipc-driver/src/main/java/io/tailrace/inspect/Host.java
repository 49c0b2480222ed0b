/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the host says beside the files of a driver: the time, its processes and its users. */
public interface Host {
    /**
     * A process of this host.
     *
     * @param program what it runs: main class, jar, or executable; of a hostile process anything
     * @param state the letter that {@code /proc} has for it
     */
    record ProcessView(String program, char state) {
        /** {@return whether a signal has stopped it, so that another one lets it go on} */
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
    }

    /** {@return {@link System#nanoTime}, by which heartbeats and the ends of logs are noted} */
    long nanoTime();

    /** {@return the time of day, for people only} */
    Instant now();

    /** {@return a process, null if it can not be seen} */
    @Nullable
    ProcessView process(long pid);

    /** {@return a process of another PID namespace, by its pid there; null if it can not be seen from here} */
    default @Nullable ProcessView process(long pidNamespace, long pid) {
        return null;
    }

    /** {@return the name of the user that owns a file} */
    String owner(Path path) throws IOException;

    /** {@return the file system of a path; of one that is not there, that in which it would be} */
    default Storage storage(Path path) {
        return Storage.of(path);
    }
}
