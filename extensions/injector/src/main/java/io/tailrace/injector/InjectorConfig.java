/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How an {@link Injector} creates its threads.
 *
 * @param threadFactory of the worker threads
 * @param keepAlive how long a worker sleeps before its thread ends
 * @param uncaughtHandler receives the exception of a task, or the reason why a thread could not be started, on the
 *     thread that detected it
 */
public record InjectorConfig(
        ThreadFactory threadFactory, Duration keepAlive, UncaughtExceptionHandler uncaughtHandler) {
    private static final Duration LONGEST = Duration.ofDays(365);

    /**
     * Daemon threads, which end after a minute without work; failures are passed to the thread's own uncaught-exception
     * handler. They are named {@code injector-1} and so on. They inherit nothing from the thread that happens to need
     * them first: they have no thread-locals, normal priority, and the class loader of this class as context class
     * loader. Any other factory is called by the threads that submit tasks, from which a {@code new Thread(task)}
     * inherits.
     */
    public static final InjectorConfig DEFAULT = new InjectorConfig(
            daemons("injector-"), Duration.ofMinutes(1), (thread, error) -> thread.getUncaughtExceptionHandler()
                    .uncaughtException(thread, error));

    /**
     * @throws IllegalArgumentException if the time is not positive, or longer than a year
     * @throws NullPointerException if a component is null, by its name
     */
    public InjectorConfig {
        Objects.requireNonNull(threadFactory, "threadFactory");
        Objects.requireNonNull(keepAlive, "keepAlive");
        Objects.requireNonNull(uncaughtHandler, "uncaughtHandler");
        if (keepAlive.isNegative() || keepAlive.isZero() || keepAlive.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "time to keep idle threads out of range: keepAlive=" + keepAlive + ", max=" + LONGEST);
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static InjectorConfig of() {
        return DEFAULT;
    }

    public InjectorConfig withThreadFactory(ThreadFactory newThreadFactory) {
        return new InjectorConfig(newThreadFactory, keepAlive, uncaughtHandler);
    }

    public InjectorConfig withKeepAlive(Duration newKeepAlive) {
        return new InjectorConfig(threadFactory, newKeepAlive, uncaughtHandler);
    }

    public InjectorConfig withUncaughtHandler(UncaughtExceptionHandler newUncaughtHandler) {
        return new InjectorConfig(threadFactory, keepAlive, newUncaughtHandler);
    }

    /**
     * {@return a factory of daemons without inherited thread-locals, of normal priority, with the class loader of this
     * class} The calling thread is any thread that happens to need a new one first, so the new one inherits nothing
     * from it.
     *
     * @param prefix of their names; a number follows
     */
    @SuppressWarnings("ThreadPriorityCheck") // the normal one
    static ThreadFactory daemons(String prefix) {
        AtomicInteger numbers = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(null, work, prefix + numbers.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.setContextClassLoader(InjectorConfig.class.getClassLoader());
            return thread;
        };
    }

    /** {@return a thread of the factory} If the factory returns null, this throws. */
    static Thread newThread(ThreadFactory factory, Runnable work) {
        Thread thread = factory.newThread(work);
        if (thread == null) {
            throw new IllegalStateException("the thread factory gave no thread");
        }
        return thread;
    }
}
