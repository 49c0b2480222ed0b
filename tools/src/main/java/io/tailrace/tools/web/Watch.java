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
 * Looks at a driver in one thread for all browsers: once a second while there is any, else seldom, for the history. Any
 * thread.
 *
 * <p>A browser that is slow misses updates and holds nobody up: each has the thread that serves its connection, and
 * that takes the newest update when it has written the one before.
 */
final class Watch implements AutoCloseable {
    /**
     * A browser that looks, and the thread that writes to it. Only that thread uses it, but for what {@link Watch}
     * guards by its monitor.
     */
    static final class Viewer {
        private static final long NOT_WRITING = Long.MIN_VALUE;

        private final Thread writer = Thread.currentThread();
        private final Set<String> unfolded;
        /** The number of the last update that it has, or does not want. */
        private long seen;

        private long writingSinceNs = NOT_WRITING;

        /** For the calling thread, which has to see these streams in detail. */
        Viewer(Set<String> unfolded) {
            this.unfolded = Set.copyOf(unfolded);
        }

        Set<String> unfolded() {
            return unfolded;
        }

        /** Ends its connection if it has not taken an update for so long. An interrupt closes the socket. */
        void endIfStuck(long nowNs, long patienceNs) {
            if (writingSinceNs != NOT_WRITING && nowNs - writingSinceNs > patienceNs) {
                writer.interrupt();
            }
        }
    }

    static final int MAX_VIEWERS = 32;

    private static final long PERIOD_NS = 1_000_000_000;
    /** In less time too little happens to be compared. */
    static final long APART_NS = 100_000_000;

    static final long PATIENCE_NS = 10_000_000_000L;

    private final Supplier<LookJson> looks;
    private final long idleNs;
    private final long patienceNs;
    private final Consumer<Throwable> failure;
    private final Thread thread;
    // By the monitor of this, which tells of each change:
    private final List<Viewer> viewers = new ArrayList<>();
    private @Nullable Update newest;
    private boolean hasNewcomer;
    private boolean closed;

    /**
     * Starts its thread.
     *
     * @param looks looks at the driver
     * @param idleNs how often it looks while no browser does
     * @param patienceNs how long a browser may take for an update
     * @param failure told, by that thread, of what has ended it
     */
    Watch(Supplier<LookJson> looks, long idleNs, long patienceNs, Consumer<Throwable> failure) {
        this.looks = looks;
        this.idleNs = idleNs;
        this.patienceNs = patienceNs;
        this.failure = failure;
        this.thread = new Thread(this::run, "tailrace-web-reader");
        thread.setDaemon(true);
        thread.start();
    }

    /** {@return whether this one may look; there may be too many} */
    synchronized boolean join(Viewer viewer) {
        if (viewers.size() == MAX_VIEWERS) {
            return false;
        }
        // What there is may be old, and has no details for it.
        viewer.seen = newest == null ? 0 : newest.number();
        viewers.add(viewer);
        hasNewcomer = true;
        notifyAll();
        return true;
    }

    /** It looks no more. */
    synchronized void leave(Viewer viewer) {
        viewers.remove(viewer);
        viewer.writingSinceNs = Viewer.NOT_WRITING;
        notifyAll(); // The reader may rest.
    }

    /**
     * Waits for what this viewer has not seen; from then on it is writing that.
     *
     * @return null when this is closed
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
                while (awaitNewcomer(takenNs)) { // A newcomer need not wait.
                    publish(look);
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

    /** {@return whether somebody has come beside others, until the next look is due: soon after nobody was there} */
    private synchronized boolean awaitNewcomer(long takenNs) throws InterruptedException {
        boolean wasIdle = false;
        while (!closed) {
            wasIdle |= viewers.isEmpty();
            long periodNs = viewers.isEmpty() ? idleNs : wasIdle ? APART_NS : PERIOD_NS;
            long leftNs = takenNs + periodNs - System.nanoTime();
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

    /** {@return whether it has not been closed, nor has ended by itself} */
    synchronized boolean isRunning() {
        return !closed;
    }

    /** Ends the thread; all who wait get nothing. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        thread.interrupt();
    }
}
