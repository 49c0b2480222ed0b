/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a driver once a second, in one thread for all browsers, while there is any. Any thread.
 *
 * <p>A browser that is slow misses updates and holds nobody up: each has the thread that serves its connection, and
 * that takes the newest update when it has written the one before.
 */
final class Watch implements AutoCloseable {
    static final int MAX_VIEWERS = 32;

    private static final long PERIOD_NS = 1_000_000_000;
    static final long PATIENCE_NS = 10_000_000_000L;

    /** To map files is cheap; to let go of them takes a garbage collection, and people come back soon. */
    private static final long LINGER_NS = 60_000_000_000L;

    private final Supplier<LookReader> readers;
    private final long patienceNs;
    private final Consumer<Throwable> failure;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition somebodyCame = lock.newCondition();
    private final Condition updated = lock.newCondition();
    // By the lock:
    private final List<Viewer> viewers = new ArrayList<>();
    private @Nullable Update newest;
    private boolean hasNewcomer;
    private boolean closed;

    /**
     * Starts its thread, which waits for somebody to look.
     *
     * @param readers makes one each time that somebody looks again
     * @param patienceNs how long a browser may take for an update
     * @param failure told, by that thread, of what has ended it
     */
    Watch(Supplier<LookReader> readers, long patienceNs, Consumer<Throwable> failure) {
        this.readers = readers;
        this.patienceNs = patienceNs;
        this.failure = failure;
        this.thread = new Thread(this::run, "tailrace-web-reader");
        thread.setDaemon(true);
        thread.start();
    }

    /** {@return whether this one may look; there may be too many} */
    boolean join(Viewer viewer) {
        lock.lock();
        try {
            if (viewers.size() == MAX_VIEWERS) {
                return false;
            }
            // What there is may be old, and has no details for it.
            viewer.setSeen(newest == null ? 0 : newest.number());
            viewers.add(viewer);
            hasNewcomer = true;
            somebodyCame.signal();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** It looks no more. */
    void leave(Viewer viewer) {
        lock.lock();
        try {
            viewers.remove(viewer);
            viewer.endWriting();
            somebodyCame.signal(); // Or left: the reader may rest.
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits for what this viewer has not seen; from then on it is writing that.
     *
     * @return null when this is closed
     */
    @Nullable
    Update await(Viewer viewer) throws InterruptedException {
        lock.lock();
        try {
            viewer.endWriting();
            Update update = newest;
            while (!closed && (update == null || update.number() == viewer.seen())) {
                updated.await();
                update = newest;
            }
            if (closed || update == null) {
                return null;
            }
            viewer.setSeen(update.number());
            viewer.beginWriting(System.nanoTime());
            return update;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (awaitViewers(Long.MAX_VALUE)) {
                try (LookReader reader = readers.get()) {
                    boolean isWatched = true;
                    while (isWatched) {
                        look(reader);
                        isWatched = awaitViewers(LINGER_NS);
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // It was closed.
        } catch (Throwable t) { // Also an Error: nobody else would hear of it.
            failure.accept(t);
        } finally {
            close();
        }
    }

    /** {@return whether somebody looks} Not if nobody has come for so long, or this is closed. */
    private boolean awaitViewers(long patienceNs) throws InterruptedException {
        lock.lock();
        try {
            long leftNs = patienceNs;
            while (!closed && viewers.isEmpty() && leftNs > 0) {
                leftNs = somebodyCame.awaitNanos(leftNs);
            }
            return !closed && !viewers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Looks until nobody does. */
    private void look(LookReader reader) throws InterruptedException {
        boolean isWatched = true;
        while (isWatched) {
            long dueNs = System.nanoTime() + PERIOD_NS;
            LookJson look = new LookJson(reader.look());
            publish(look);
            while (awaitNewcomer(dueNs)) { // Who has come need not wait.
                publish(look);
            }
            isWatched = isWatched();
        }
    }

    private void publish(LookJson look) {
        lock.lock();
        try {
            hasNewcomer = false;
            Set<String> unfolded = new HashSet<>();
            viewers.forEach(viewer -> unfolded.addAll(viewer.unfolded()));
            newest = look.update(newest == null ? 1 : newest.number() + 1, unfolded);
            updated.signalAll();
            long nowNs = System.nanoTime();
            viewers.forEach(viewer -> viewer.endIfStuck(nowNs, patienceNs));
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether somebody has come, until the next look is due} */
    private boolean awaitNewcomer(long dueNs) throws InterruptedException {
        lock.lock();
        try {
            long leftNs = dueNs - System.nanoTime();
            while (!hasNewcomer && !closed && !viewers.isEmpty() && leftNs > 0) {
                leftNs = somebodyCame.awaitNanos(leftNs);
            }
            return hasNewcomer && leftNs > 0;
        } finally {
            lock.unlock();
        }
    }

    private boolean isWatched() {
        lock.lock();
        try {
            return !closed && !viewers.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** {@return whether it has not been closed, nor has ended by itself} */
    boolean isRunning() {
        lock.lock();
        try {
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread; all who wait get nothing. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            updated.signalAll();
            somebodyCame.signal();
        } finally {
            lock.unlock();
        }
        thread.interrupt();
    }
}
