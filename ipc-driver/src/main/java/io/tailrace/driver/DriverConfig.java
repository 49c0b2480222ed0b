/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DefaultDirectory;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a media driver works.
 *
 * @param directory of its files; no other driver may live there
 * @param termLength of new logs, in bytes: a power of two from 64 KiB to 1 GiB; a log takes three terms
 * @param threading who runs its agents
 * @param group that shares the files with their owner, or null for the owner alone
 * @param errorHandler told once of each distinct thing that goes wrong; on a driver thread
 */
public record DriverConfig(
        Path directory,
        int termLength,
        ThreadingMode threading,
        @Nullable String group,
        Consumer<Throwable> errorHandler) {
    public static final int DEFAULT_TERM_LENGTH = 4 * 1024 * 1024;

    public DriverConfig {
        LogLayout.checkTermLength(termLength);
    }

    /** {@return the defaults, in the directory of this user} */
    public static DriverConfig defaults() {
        return new DriverConfig(
                DefaultDirectory.path(),
                DEFAULT_TERM_LENGTH,
                ThreadingMode.DEDICATED,
                null,
                error -> System.err.println("tailrace driver: " + error));
    }

    public DriverConfig withDirectory(Path newDirectory) {
        return new DriverConfig(newDirectory, termLength, threading, group, errorHandler);
    }

    /**
     * Changes the length of the terms of new logs.
     *
     * @throws IllegalArgumentException if it is not a power of two from 64 KiB to 1 GiB
     */
    public DriverConfig withTermLength(int newTermLength) {
        return new DriverConfig(directory, newTermLength, threading, group, errorHandler);
    }

    public DriverConfig withThreading(ThreadingMode newThreading) {
        return new DriverConfig(directory, termLength, newThreading, group, errorHandler);
    }

    public DriverConfig withGroup(@Nullable String newGroup) {
        return new DriverConfig(directory, termLength, threading, newGroup, errorHandler);
    }

    public DriverConfig withErrorHandler(Consumer<Throwable> handler) {
        return new DriverConfig(directory, termLength, threading, group, handler);
    }
}
