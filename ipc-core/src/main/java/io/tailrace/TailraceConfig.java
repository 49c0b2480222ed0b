/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.ErrorText;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.LogLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a client connects and works.
 *
 * @param directory of the media driver. Default: {@code TAILRACE_DIR} in the environment, else that of this user in
 *     {@code /dev/shm}
 * @param group name of the group whose members' drivers are also trusted if they share their files with the group.
 *     Null, the default, trusts only drivers of this user and of root. A driver that {@link Tailrace#open} embeds
 *     shares its files with this group
 * @param name of the client, for people to read: 1 to 124 bytes in UTF-8, no control characters. Null, the default,
 *     means the main class or jar of this process, or else its executable, cut to that length
 * @param connectTimeout how long to wait for a driver that does not run yet. Default: 1 second
 * @param registrationTimeout how long to wait for the driver's answer when something is added. Default: 5 seconds
 * @param threading which thread runs the client's conductor. Default: a thread of its own
 * @param driverInvoker run by every call that waits, on its thread; for a driver without a thread of its own. Default:
 *     does nothing
 * @param driverStateHandler called when the driver is lost and when it is back, on the conductor's thread. Default:
 *     does nothing
 * @param errorHandler called for errors outside any call, on the conductor's thread or a thread that runs handlers of a
 *     dispatch. A handler's error is the cause of a {@link TailraceException} that says where it occurred.
 *     Default: prints the message to the standard error
 */
public record TailraceConfig(
        Path directory,
        @Nullable String group,
        @Nullable String name,
        Duration connectTimeout,
        Duration registrationTimeout,
        Threading threading,
        Runnable driverInvoker,
        Consumer<DriverState> driverStateHandler,
        Consumer<Throwable> errorHandler) {

    /** Which thread runs the client's conductor, which receives the driver's events and answers its requests. */
    public enum Threading {
        /** A daemon thread of its own. */
        OWN_THREAD,
        /**
         * The program's threads: it calls {@link Tailrace#invoke} often; every call that waits also runs the conductor.
         */
        INVOKER
    }

    /** The state of the media driver that a client is connected to. */
    public enum DriverState {
        /**
         * The driver is dead or was stopped. Publications and subscriptions continue as far as the window reaches;
         * nothing can be added until a driver is back.
         */
        LOST,
        /** A driver runs again and knows the publications and subscriptions of this client. */
        BACK
    }

    /** The directory of {@link #DEFAULT} until it is asked for: a class that fails to initialise says why only once. */
    private static final Path BY_DEFAULT = Path.of("");

    /** Uses this user's directory. */
    public static final TailraceConfig DEFAULT = new TailraceConfig(
            BY_DEFAULT,
            null,
            null,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Threading.OWN_THREAD,
            () -> {},
            state -> {},
            TailraceConfig::print);

    /**
     * @throws NullPointerException if a component other than group and name is null; the message names it
     * @throws IllegalArgumentException if the name is invalid
     */
    public TailraceConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(connectTimeout, "connectTimeout");
        Objects.requireNonNull(registrationTimeout, "registrationTimeout");
        Objects.requireNonNull(threading, "threading");
        Objects.requireNonNull(driverInvoker, "driverInvoker");
        Objects.requireNonNull(driverStateHandler, "driverStateHandler");
        Objects.requireNonNull(errorHandler, "errorHandler");
        if (name != null) {
            LogLayout.checkName("client name", name, ProgramName.MAX_BYTES);
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static TailraceConfig of() {
        return DEFAULT;
    }

    /**
     * {@return the directory of the media driver}
     *
     * @throws TailraceException if it is the default one, and not a path in the locale of this process
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // A program may also give an empty path.
    public Path directory() {
        if (directory != BY_DEFAULT) {
            return directory;
        }
        try {
            return DriverDirectory.byDefault();
        } catch (IllegalArgumentException e) {
            throw new TailraceException(String.valueOf(e.getMessage()), e);
        }
    }

    /** The message of a library error is complete; a program's error needs its class and its place in the code. */
    private static void print(Throwable error) {
        boolean own = error instanceof TailraceException || error instanceof IOException;
        System.err.println("tailrace: " + (own ? ErrorText.of(error) : ErrorText.withOrigin(error)));
    }

    public TailraceConfig withDirectory(Path newDirectory) {
        return with(copy -> copy.directory = newDirectory);
    }

    /** Names the group whose members are trusted; null for none. */
    public TailraceConfig withGroup(@Nullable String newGroup) {
        return with(copy -> copy.group = newGroup);
    }

    /** Names the client, as {@code tailrace ls}, {@code events} and other programs' messages show it. */
    public TailraceConfig withName(@Nullable String newName) {
        return with(copy -> copy.name = newName);
    }

    public TailraceConfig withConnectTimeout(Duration timeout) {
        return with(copy -> copy.connectTimeout = timeout);
    }

    public TailraceConfig withRegistrationTimeout(Duration timeout) {
        return with(copy -> copy.registrationTimeout = timeout);
    }

    public TailraceConfig withThreading(Threading newThreading) {
        return with(copy -> copy.threading = newThreading);
    }

    public TailraceConfig withDriverInvoker(Runnable invoker) {
        return with(copy -> copy.driverInvoker = invoker);
    }

    public TailraceConfig withDriverStateHandler(Consumer<DriverState> handler) {
        return with(copy -> copy.driverStateHandler = handler);
    }

    public TailraceConfig withErrorHandler(Consumer<Throwable> handler) {
        return with(copy -> copy.errorHandler = handler);
    }

    private TailraceConfig with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return new TailraceConfig(
                copy.directory,
                copy.group,
                copy.name,
                copy.connectTimeout,
                copy.registrationTimeout,
                copy.threading,
                copy.driverInvoker,
                copy.driverStateHandler,
                copy.errorHandler);
    }

    /** The components, one of which is about to change. */
    private static final class Copy {
        private Path directory;
        private @Nullable String group;
        private @Nullable String name;
        private Duration connectTimeout;
        private Duration registrationTimeout;
        private Threading threading;
        private Runnable driverInvoker;
        private Consumer<DriverState> driverStateHandler;
        private Consumer<Throwable> errorHandler;

        Copy(TailraceConfig config) {
            directory = config.directory;
            group = config.group;
            name = config.name;
            connectTimeout = config.connectTimeout;
            registrationTimeout = config.registrationTimeout;
            threading = config.threading;
            driverInvoker = config.driverInvoker;
            driverStateHandler = config.driverStateHandler;
            errorHandler = config.errorHandler;
        }
    }
}
