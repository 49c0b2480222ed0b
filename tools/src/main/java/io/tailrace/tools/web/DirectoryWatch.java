/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.Mappings;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.LogView;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a driver's directory now and then, and compares with the look before. In between it keeps mapped what is
 * there: to map it anew takes a collection each time, and this may be the driver's own process. Any thread.
 */
final class DirectoryWatch implements Scrapes.Watch {
    /** Files that are removed while nobody looks would else take their space for ever. */
    private static final long IDLE_S = 120;

    /** While logs come and go all the time. */
    private static final long COLLECTION_NS = 10_000_000_000L;

    private final DriverDirectory directory;
    private final Host host;
    private final Executor whenIdle;
    private @Nullable SnapshotReader reader;
    private boolean isStale;
    private long collectedNs = System.nanoTime() - COLLECTION_NS;
    private long looks;

    DirectoryWatch(DriverDirectory directory, Host host) {
        this(directory, host, CompletableFuture.delayedExecutor(IDLE_S, TimeUnit.SECONDS));
    }

    /** @param whenIdle runs what it gets after a while */
    DirectoryWatch(DriverDirectory directory, Host host, Executor whenIdle) {
        this.directory = directory;
        this.host = host;
        this.whenIdle = whenIdle;
    }

    @Override
    public Observation look() throws IOException {
        return look(0);
    }

    /**
     * Looks.
     *
     * @param apartNs how long before it the first one is taken that it is compared with
     * @throws IOException if a folder of the directory can not be read
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
        Observation seen = reader.observe();
        isStale |= !logs(seen.now()).containsAll(logs(seen.interval().before()));
        if (isStale && System.nanoTime() - collectedNs >= COLLECTION_NS) {
            isStale = false;
            collectedNs = System.nanoTime();
            Mappings.collect(); // The space of those that have gone.
        }
        return seen;
    }

    /** Lets go of all files: the next driver may make them anew. */
    synchronized void release() {
        release(looks);
    }

    private static Set<Long> logs(Snapshot snapshot) {
        return snapshot.logs().stream().map(LogView::id).collect(Collectors.toSet());
    }

    /** Lets go of all files, unless somebody has looked again. */
    private synchronized void release(long look) {
        if (look == looks && reader != null) {
            reader.close();
            reader = null;
            Mappings.collect();
        }
    }
}
