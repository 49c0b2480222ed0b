/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds the streams that match names and patterns, including later ones. Used by one thread; any thread may close it.
 */
public final class StreamFinder implements AutoCloseable {
    private final DriverDirectory driver;
    private final List<String> patterns;
    private final boolean hasPattern;
    private final StreamNames names;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable WatchService watch;
    private @Nullable WatchKey key;

    /** @param patterns as in {@link StreamPatterns} */
    public StreamFinder(DriverDirectory driver, List<String> patterns) {
        this.driver = driver;
        this.patterns = List.copyOf(patterns);
        this.hasPattern = patterns.stream().anyMatch(StreamPatterns::isPattern);
        this.names = new StreamNames(driver);
    }

    /** {@return the streams that match now: each name, and the streams with a log that match a pattern} */
    public Set<String> find() throws IOException {
        Set<String> found = new TreeSet<>(patterns);
        if (hasPattern) {
            found.removeIf(StreamPatterns::isPattern);
            found.addAll(names.list());
            found.removeIf(stream -> patterns.stream().noneMatch(pattern -> StreamPatterns.matches(pattern, stream)));
        }
        return found;
    }

    /**
     * Waits for a new log, but at most this long. If only names are given, or new logs are not reported, waits the full
     * time.
     *
     * @throws InterruptedException if the thread is interrupted
     * @throws ClosedWatchServiceException if this is closed, at the latest by the next call
     */
    public void await(long ms) throws InterruptedException {
        try {
            if (hasPattern) {
                awaitLog(ms);
                return;
            }
        } catch (IOException e) {
            // Watches the parent: the folder may be created.
        }
        if (closing.await(ms, TimeUnit.MILLISECONDS)) {
            throw new ClosedWatchServiceException();
        }
    }

    private void awaitLog(long ms) throws IOException, InterruptedException {
        WatchService current = watch == null ? FileSystems.getDefault().newWatchService() : watch;
        watch = current;
        if (closing.getCount() == 0) { // After the store: close() sees it, or this sees that it is closed.
            current.close();
        }
        if (key == null || !key.reset()) { // Another driver may have created the folder again.
            key = driver.logs().register(current, StandardWatchEventKinds.ENTRY_CREATE);
        }
        WatchKey found = current.poll(ms, TimeUnit.MILLISECONDS);
        if (found != null) {
            found.pollEvents();
        }
    }

    /** Ends a wait. May be called any number of times. */
    @Override
    public void close() throws IOException {
        closing.countDown();
        WatchService current = watch;
        if (current != null) {
            current.close();
        }
    }
}
