/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DirectoryOption;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a driver for all who ask: browsers share a look for a while, scrapes share the next one, and now and then it
 * looks for the history. Compares each look with the one before. In between it keeps the files mapped: only a garbage
 * collection unmaps them, and this may be the driver's own process. Any thread.
 */
final class Looks implements AutoCloseable {
    /** Browsers ask once a second. */
    static final long PERIOD_NS = 900_000_000;
    /** A shorter time is too short for a comparison. */
    static final long APART_NS = 100_000_000;

    private final DriverDirectory directory;
    private final Host host;
    private final LastHour history;
    private final long periodNs;
    private final Consumer<Throwable> failure;
    private final ScheduledExecutorService idle;
    // Guarded by the monitor of this object:
    private @Nullable SnapshotReader reader;
    private @Nullable LookJson last;
    private long lastBeganNs;
    private boolean closed;

    /**
     * Takes the first look soon.
     *
     * @param directory the directory of a driver that lives, is dead, or may start later
     * @param history gets each look, too
     * @param periodNs the time for which a look serves all browsers that ask
     * @param idleNs the time between two looks while nobody asks
     * @param failure receives the exception that ended it
     */
    @SuppressWarnings("FutureReturnValueIgnored") // It reports its exceptions itself.
    Looks(
            DriverDirectory directory,
            Host host,
            LastHour history,
            long periodNs,
            long idleNs,
            Consumer<Throwable> failure) {
        this.directory = directory;
        this.host = host;
        this.history = history;
        this.periodNs = periodNs;
        this.failure = failure;
        this.idle = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "tailrace-web-reader");
            thread.setDaemon(true);
            return thread;
        });
        idle.scheduleWithFixedDelay(() -> recent(look -> look), 0, idleNs, TimeUnit.NANOSECONDS);
    }

    /** As {@link #read}, of a look that is not older than the period. */
    <T> @Nullable T recent(Function<LookJson, T> use) {
        return read(System.nanoTime() - periodNs, use);
    }

    /** {@return what a function makes of a look that began at a time or later; null if this is closed or has failed} */
    synchronized <T> @Nullable T read(long earliestNs, Function<LookJson, T> use) {
        LookJson look = last;
        if (!closed && (look == null || lastBeganNs - earliestNs < 0)) {
            try {
                look = look();
                last = look;
            } catch (Throwable t) { // Also an Error, which would otherwise go unnoticed.
                close();
                failure.accept(t);
            }
        }
        return closed || look == null ? null : use.apply(look);
    }

    private LookJson look() {
        Observation seen = null;
        String reason = "";
        try {
            DirectoryOption.require(directory);
            seen = observe();
        } catch (CommandException | IOException e) {
            reason = ErrorText.of(e);
        } catch (InternalError e) { // The JVM reports it like this.
            reason = "a file became shorter while it was read: " + e;
        }
        if (seen == null) {
            release();
            lastBeganNs = System.nanoTime();
        }
        return new LookJson(directory.path(), seen, reason);
    }

    private Observation observe() throws IOException {
        if (reader == null) {
            reader = new SnapshotReader(directory, host);
            reader.next();
            lastBeganNs = System.nanoTime();
        }
        LockSupport.parkNanos(lastBeganNs + APART_NS - System.nanoTime());
        lastBeganNs = System.nanoTime();
        Observation seen = reader.observe();
        history.add(seen.interval());
        return seen;
    }

    /** Closes all files: the next driver may replace them. */
    private void release() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    /** {@return whether it has neither been closed nor failed} */
    synchronized boolean isRunning() {
        return !closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.shutdownNow();
        release();
    }
}
