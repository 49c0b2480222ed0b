/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;

/**
 * How {@link CooperativeWorkers} drive their tasklets.
 *
 * @param threads that share the tasklets
 * @param minIdle how long a thread sleeps after the first round without progress, if nothing wakes it; twice as long
 *     after each further one
 * @param maxIdle the maximum of that time; if both are 0 the thread spins, whatever its wake sources. Linux adds its
 *     timer slack, 50 microseconds by default
 * @param threadFactory of all threads
 * @param failureHandler receives each tasklet that threw, with its exception, on the thread that drove it
 */
public record CooperativeConfig(
        int threads,
        Duration minIdle,
        Duration maxIdle,
        ThreadFactory threadFactory,
        BiConsumer<Tasklet, Throwable> failureHandler) {
    private static final Duration LONGEST = Duration.ofHours(1);

    /**
     * One daemon thread, which idles for 25 to 1,000 microseconds if nothing wakes it; failures are passed to the
     * thread's own uncaught-exception handler. Threads are named {@code cooperative-1} and so on. They inherit nothing
     * from the thread that adds a tasklet: they have no thread-locals, normal priority, and the class loader of this
     * class as context class loader.
     */
    public static final CooperativeConfig DEFAULT = new CooperativeConfig(
            1,
            Duration.ofNanos(25_000),
            Duration.ofNanos(1_000_000),
            InjectorConfig.daemons("cooperative-"),
            CooperativeConfig::tellThread);

    /**
     * @throws IllegalArgumentException if there is no thread, or an idle time is out of range
     * @throws NullPointerException if a component is null, by its name
     */
    public CooperativeConfig {
        Objects.requireNonNull(minIdle, "minIdle");
        Objects.requireNonNull(maxIdle, "maxIdle");
        Objects.requireNonNull(threadFactory, "threadFactory");
        Objects.requireNonNull(failureHandler, "failureHandler");
        if (threads < 1) {
            throw new IllegalArgumentException("number of threads out of range: threads=" + threads + ", min=1");
        }
        if (minIdle.isNegative() || minIdle.compareTo(maxIdle) > 0 || maxIdle.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("idle time out of range: minIdle=" + minIdle + ", maxIdle=" + maxIdle
                    + ", max=" + LONGEST + ", and the minimum is not to be more than the maximum");
        }
        if (minIdle.isZero() && !maxIdle.isZero()) {
            throw new IllegalArgumentException("a minimum of 0 never grows to the maximum: minIdle=0, maxIdle="
                    + maxIdle + "; to spin give 0 for both");
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static CooperativeConfig of() {
        return DEFAULT;
    }

    private static void tellThread(Tasklet tasklet, Throwable error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }

    public CooperativeConfig withThreads(int newThreads) {
        return new CooperativeConfig(newThreads, minIdle, maxIdle, threadFactory, failureHandler);
    }

    public CooperativeConfig withIdle(Duration newMinIdle, Duration newMaxIdle) {
        return new CooperativeConfig(threads, newMinIdle, newMaxIdle, threadFactory, failureHandler);
    }

    public CooperativeConfig withThreadFactory(ThreadFactory newThreadFactory) {
        return new CooperativeConfig(threads, minIdle, maxIdle, newThreadFactory, failureHandler);
    }

    public CooperativeConfig withFailureHandler(BiConsumer<Tasklet, Throwable> newFailureHandler) {
        return new CooperativeConfig(threads, minIdle, maxIdle, threadFactory, newFailureHandler);
    }
}
