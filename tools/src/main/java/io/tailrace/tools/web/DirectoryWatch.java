/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.SnapshotReader;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of a driver's directory now and then, and compares each with the one before. In between it keeps the
 * files mapped: only a garbage collection unmaps them, and this may be the driver's own process. Any thread.
 */
final class DirectoryWatch {
    /** Without this, logs would stay mapped for as long as no snapshot is taken. */
    private static final long IDLE_S = 120;

    private final DriverDirectory directory;
    private final Host host;
    private final Executor whenIdle;
    private @Nullable SnapshotReader reader;
    private long looks;

    DirectoryWatch(DriverDirectory directory, Host host) {
        this(directory, host, CompletableFuture.delayedExecutor(IDLE_S, TimeUnit.SECONDS));
    }

    /**
     * @param whenIdle runs its tasks after a while
     */
    DirectoryWatch(DriverDirectory directory, Host host, Executor whenIdle) {
        this.directory = directory;
        this.host = host;
        this.whenIdle = whenIdle;
    }

    Observation look() throws IOException {
        return look(0);
    }

    /**
     * Takes a snapshot.
     *
     * @param apartNs the time between the first snapshot and the one before it, with which it is compared
     * @throws IOException if a folder of the directory cannot be read
     */
    synchronized Observation look(long apartNs) throws IOException {
        long look = ++looks;
        whenIdle.execute(() -> release(look));
        if (reader == null) {
            reader = new SnapshotReader(directory, host);
            if (apartNs > 0) {
                reader.next();
                LockSupport.parkNanos(apartNs);
            }
        }
        return reader.observe();
    }

    /** Closes all files: the next driver may replace them. */
    synchronized void release() {
        release(looks);
    }

    /** Closes all files, unless another snapshot has been taken since. */
    private synchronized void release(long look) {
        if (look == looks && reader != null) {
            reader.close();
            reader = null;
        }
    }
}
