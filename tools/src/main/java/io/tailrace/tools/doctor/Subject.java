/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.driver.DriverConfig;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Storage;
import io.tailrace.log.LogLayout;
import io.tailrace.tools.clean.Survey;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the inspections look at.
 *
 * @param directory of the driver, whether it is there or not
 * @param snapshot of it, null if there is none or it can not be read
 * @param trouble why there is no snapshot; empty if there is one, or nothing to be read
 * @param leftovers what nobody holds
 * @param processes the driver and its clients, as far as they can be seen
 * @param self this command
 */
record Subject(
        Path directory,
        Storage storage,
        @Nullable Snapshot snapshot,
        String trouble,
        List<Survey.Leftover> leftovers,
        List<LiveProcess> processes,
        LiveProcess self,
        HostFiles host) {
    /**
     * A process that has files in the directory, and lives.
     *
     * @param name for people: the driver, a client, or this command
     * @param busyThreads how many of its threads want a processor all the time; -1 if that can not be told
     */
    record LiveProcess(String name, long pid, int busyThreads) {
        /** {@return a file that the kernel has for it} */
        String file(String name) {
            return "/proc/" + pid + '/' + name;
        }

        String describe() {
            return name + " (pid " + pid + ')';
        }
    }

    /** {@return that of the driver, or what it would have if nothing else is said} */
    int termLength() {
        return snapshot == null || snapshot.termLength() == 0
                ? DriverConfig.DEFAULT_TERM_LENGTH
                : snapshot.termLength();
    }

    /** {@return what one more stream takes} */
    long bytesOfLog() {
        return LogLayout.filesLength(termLength());
    }

    /** {@return what the logs take that are there} */
    long bytesOfLogs() {
        return snapshot == null
                ? 0
                : snapshot.streams().stream()
                        .flatMap(stream -> stream.logs().stream())
                        .mapToLong(LogView::bytes)
                        .sum();
    }

    boolean isInMemory() {
        return storage.type().equals("tmpfs") || storage.type().equals("ramfs");
    }
}
