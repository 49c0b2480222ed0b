/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a driver for all browsers: when one asks and the last look is a while ago, and now and then for the history.
 * Any thread.
 */
final class Looks implements AutoCloseable {
    /** Browsers ask once a second. */
    static final long PERIOD_NS = 900_000_000;
    /** A shorter time is too short for a comparison. */
    static final long APART_NS = 100_000_000;

    private final Supplier<LookJson> looks;
    private final long periodNs;
    private final Consumer<Throwable> failure;
    private final ScheduledExecutorService idle;
    // Guarded by the monitor of this object:
    private @Nullable LookJson last;
    private long lastNs;
    private boolean closed;

    /**
     * Takes the first look soon.
     *
     * @param looks takes a snapshot of the driver
     * @param periodNs the time for which a look serves all who ask
     * @param idleNs the time between two looks while nobody asks
     * @param failure receives the exception that ended it
     */
    @SuppressWarnings("FutureReturnValueIgnored") // It reports its exceptions itself.
    Looks(Supplier<LookJson> looks, long periodNs, long idleNs, Consumer<Throwable> failure) {
        this.looks = looks;
        this.periodNs = periodNs;
        this.failure = failure;
        this.idle = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "tailrace-web-reader");
            thread.setDaemon(true);
            return thread;
        });
        idle.scheduleWithFixedDelay(this::look, 0, idleNs, TimeUnit.NANOSECONDS);
    }

    /**
     * {@return lines of JSON for a browser, null if it is closed or has failed}
     *
     * @param unfolded the streams whose logs the browser shows
     */
    synchronized byte @Nullable [] lines(Set<String> unfolded) {
        LookJson look = look();
        return look == null ? null : look.lines(unfolded);
    }

    private synchronized @Nullable LookJson look() {
        long nowNs = System.nanoTime();
        if (!closed && (last == null || nowNs - lastNs >= periodNs)) {
            try {
                last = looks.get();
                lastNs = nowNs;
            } catch (Throwable t) { // Also an Error, which would otherwise go unnoticed.
                close();
                failure.accept(t);
            }
        }
        return closed ? null : last;
    }

    /** {@return whether it has neither been closed nor failed} */
    synchronized boolean isRunning() {
        return !closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.shutdownNow();
    }
}
