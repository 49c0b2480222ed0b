/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.TailraceConfig;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a media driver works.
 *
 * @param directory holds its files; no other driver may live there. Default: {@code TAILRACE_DIR} in the environment,
 *     else the directory of this user in {@code /dev/shm}
 * @param termLength length of the terms of new logs, in bytes: a power of two from 64 KiB to 1 GiB; a log takes three
 *     terms. Default: 4 MiB
 * @param threading which thread runs it. Default: DEDICATED
 * @param group the group that shares the files with their owner, or null (the default) for the owner alone
 * @param retention how long ended logs stay. Default: ten minutes, 64 MiB in all
 * @param limits the greatest number of logs, of bytes in all logs, and of publications and subscriptions per client.
 *     Default: 10,000 logs, as many bytes as the directory's file system has, 10,000 per client
 * @param errorHandler called once for each distinct error, on the driver's thread, which does nothing else until it
 *     returns. Default: prints the error on standard error
 */
public record DriverConfig(
        Path directory,
        int termLength,
        ThreadingMode threading,
        @Nullable String group,
        Retention retention,
        Limits limits,
        Consumer<Throwable> errorHandler) {
    public static final int DEFAULT_TERM_LENGTH = 4 * 1024 * 1024;

    /** The directory of {@link #DEFAULT} until it is asked for, as in {@link TailraceConfig}. */
    private static final Path BY_DEFAULT = Path.of("");

    /** The defaults, in the directory of this user. */
    public static final DriverConfig DEFAULT = new DriverConfig(
            BY_DEFAULT,
            DEFAULT_TERM_LENGTH,
            ThreadingMode.DEDICATED,
            null,
            Retention.DEFAULT,
            Limits.DEFAULT,
            error -> System.err.println("tailrace driver: " + ErrorText.of(error)));

    /**
     * @throws IllegalArgumentException if the term length is not a power of two from 64 KiB to 1 GiB
     * @throws NullPointerException if a component other than the group is null; the message names it
     */
    public DriverConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(threading, "threading");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(errorHandler, "errorHandler");
        LogLayout.checkTermLength(termLength);
    }

    /** {@return {@link #DEFAULT}} */
    public static DriverConfig of() {
        return DEFAULT;
    }

    /**
     * {@return the directory of its files}
     *
     * @throws io.tailrace.TailraceException if it is the default one, and not a path in the locale of this process
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // A program may also give an empty path.
    public Path directory() {
        return directory == BY_DEFAULT ? TailraceConfig.DEFAULT.directory() : directory;
    }

    public DriverConfig withDirectory(Path newDirectory) {
        return new DriverConfig(newDirectory, termLength, threading, group, retention, limits, errorHandler);
    }

    /**
     * Changes the length of the terms of new logs.
     *
     * @throws IllegalArgumentException if it is not a power of two from 64 KiB to 1 GiB
     */
    public DriverConfig withTermLength(int newTermLength) {
        return new DriverConfig(directory, newTermLength, threading, group, retention, limits, errorHandler);
    }

    public DriverConfig withThreading(ThreadingMode newThreading) {
        return new DriverConfig(directory, termLength, newThreading, group, retention, limits, errorHandler);
    }

    public DriverConfig withGroup(@Nullable String newGroup) {
        return new DriverConfig(directory, termLength, threading, newGroup, retention, limits, errorHandler);
    }

    public DriverConfig withRetention(Retention newRetention) {
        return new DriverConfig(directory, termLength, threading, group, newRetention, limits, errorHandler);
    }

    public DriverConfig withLimits(Limits newLimits) {
        return new DriverConfig(directory, termLength, threading, group, retention, newLimits, errorHandler);
    }

    public DriverConfig withErrorHandler(Consumer<Throwable> handler) {
        return new DriverConfig(directory, termLength, threading, group, retention, limits, handler);
    }
}
