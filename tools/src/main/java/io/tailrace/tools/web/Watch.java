/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import io.tailrace.tools.web.LookJson.Update;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of a driver in one thread for all browsers: once a second while a browser is connected, else rarely,
 * for the history. Any thread.
 *
 * <p>A slow browser misses updates and does not delay others: the thread that serves its connection takes the newest
 * update after it has written the last one.
 */
final class Watch implements AutoCloseable {
    /**
     * A connected browser, and the thread that writes to it. Only that thread uses it, except for the fields that
     * {@link Watch} guards with its monitor.
     */
    static final class Viewer {
        private static final long NOT_WRITING = Long.MIN_VALUE;

        private final Thread writer = Thread.currentThread();
        private final Set<String> unfolded;
        /** The number of the last update that it has, or should skip. */
        private long seen;

        private long writingSinceNs = NOT_WRITING;

        /** Takes the streams to show in detail; the calling thread writes to the browser. */
        Viewer(Set<String> unfolded) {
            this.unfolded = Set.copyOf(unfolded);
        }

        Set<String> unfolded() {
            return unfolded;
        }

        /**
         * Closes the browser's connection if it has not taken an update for {@code patienceNs}. An interrupt closes the
         * socket.
         */
        void endIfStuck(long nowNs, long patienceNs) {
            if (writingSinceNs != NOT_WRITING && nowNs - writingSinceNs > patienceNs) {
                writer.interrupt();
            }
        }
    }

    static final int MAX_VIEWERS = 32;

    static final long PERIOD_NS = 1_000_000_000;
    /** A shorter time is too short for a comparison. */
    static final long APART_NS = 100_000_000;

    static final long PATIENCE_NS = 10_000_000_000L;

    private final Supplier<LookJson> looks;
    private final long periodNs;
    private final long idleNs;
    private final long patienceNs;
    private final Consumer<Throwable> failure;
    private final Thread thread;
    // Guarded by the monitor of this object, which is notified of each change:
    private final List<Viewer> viewers = new ArrayList<>();
    private @Nullable Update newest;
    private boolean hasNewcomer;
    private boolean closed;

    /**
     * Starts the thread.
     *
     * @param looks takes a snapshot of the driver
     * @param periodNs the time between two snapshots while a browser is connected
     * @param idleNs the time between two snapshots while no browser is connected
     * @param patienceNs the time that a browser has to take an update
     * @param failure receives, on that thread, the exception that ended it
     */
    Watch(Supplier<LookJson> looks, long periodNs, long idleNs, long patienceNs, Consumer<Throwable> failure) {
        this.looks = looks;
        this.periodNs = periodNs;
        this.idleNs = idleNs;
        this.patienceNs = patienceNs;
        this.failure = failure;
        this.thread = new Thread(this::run, "tailrace-web-reader");
        thread.setDaemon(true);
        thread.start();
    }

    /** {@return whether the browser is admitted; there may be too many} */
    synchronized boolean join(Viewer viewer) {
        if (viewers.size() == MAX_VIEWERS) {
            return false;
        }
        // The newest update may be old, and has no details for this browser.
        viewer.seen = newest == null ? 0 : newest.number();
        viewers.add(viewer);
        hasNewcomer = true;
        notifyAll();
        return true;
    }

    /** Removes a browser. */
    synchronized void leave(Viewer viewer) {
        viewers.remove(viewer);
        viewer.writingSinceNs = Viewer.NOT_WRITING;
        notifyAll(); // The reader may pause.
    }

    /**
     * Waits for an update that this viewer has not seen; from then on the viewer counts as writing it.
     *
     * @return null after {@link #close}
     */
    @Nullable
    synchronized Update await(Viewer viewer) throws InterruptedException {
        viewer.writingSinceNs = Viewer.NOT_WRITING;
        Update update = newest;
        while (!closed && (update == null || update.number() == viewer.seen)) {
            wait();
            update = newest;
        }
        if (closed || update == null) {
            return null;
        }
        viewer.seen = update.number();
        viewer.writingSinceNs = System.nanoTime();
        return update;
    }

    private void run() {
        try {
            while (isRunning()) {
                long takenNs = System.nanoTime();
                LookJson look = looks.get();
                publish(look);
                while (awaitNewcomer(takenNs)) { // A newcomer gets the current snapshot at once.
                    publish(look);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The watch was closed.
        } catch (Throwable t) { // Also an Error, which would otherwise go unnoticed.
            failure.accept(t);
        } finally {
            close();
        }
    }

    private synchronized void publish(LookJson look) {
        hasNewcomer = false;
        if (viewers.isEmpty()) {
            return;
        }
        Set<String> unfolded = new HashSet<>();
        viewers.forEach(viewer -> unfolded.addAll(viewer.unfolded()));
        newest = look.update(newest == null ? 1 : newest.number() + 1, unfolded);
        notifyAll();
        long nowNs = System.nanoTime();
        viewers.forEach(viewer -> viewer.endIfStuck(nowNs, patienceNs));
    }

    /**
     * {@return true if a browser has joined others, false when the next snapshot is due: that is soon for the first
     * browser}
     */
    private synchronized boolean awaitNewcomer(long takenNs) throws InterruptedException {
        boolean wasIdle = false;
        while (!closed) {
            wasIdle |= viewers.isEmpty();
            long apartNs = viewers.isEmpty() ? idleNs : wasIdle ? APART_NS : periodNs;
            long leftNs = takenNs + apartNs - System.nanoTime();
            if (leftNs <= 0) {
                return false;
            }
            if (hasNewcomer && !wasIdle) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
        }
        return false;
    }

    /** {@return whether it has neither been closed nor failed} */
    synchronized boolean isRunning() {
        return !closed;
    }

    /** Ends the thread; all waiting viewers get null. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        thread.interrupt();
    }
}
