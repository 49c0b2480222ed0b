/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Threads that work together, and the one that made this. When one of them fails, the others are ended: they would
 * never get on, for each waits for what another puts or takes.
 */
final class Crew implements AutoCloseable {
    private final Thread owner = Thread.currentThread();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Throwable failure;
    private boolean isClosed;

    /** What a thread of the crew does. */
    interface Work {
        /** Ends early when the thread is interrupted. */
        void run() throws InterruptedException;
    }

    /** {@return a thread that has just begun with the work} */
    synchronized Thread start(String name, Work work) {
        Thread thread = new Thread(() -> runOrFail(work), name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Does work in a thread of somebody else. */
    void runOrFail(Work work) {
        try {
            work.run();
        } catch (Throwable t) { // Also an Error: the others must not wait for this thread.
            fail(t);
        }
    }

    /**
     * Notes the first failure and interrupts the owner, which then closes this. Any thread, also one that is not of the
     * crew.
     */
    synchronized void fail(Throwable thrown) {
        if (failure == null && !isClosed) {
            failure = thrown;
            owner.interrupt();
        }
    }

    /** {@return what one of them has failed by, null if nothing} */
    synchronized @Nullable Throwable failure() {
        return failure;
    }

    /** Interrupts the threads that still run, and waits for their end. The owner calls this. */
    @Override
    public void close() {
        List<Thread> left;
        synchronized (this) {
            isClosed = true;
            left = List.copyOf(threads);
        }
        boolean wasInterrupted = Thread.interrupted();
        left.forEach(Thread::interrupt);
        for (Thread thread : left) {
            wasInterrupted |= joinWithoutInterrupt(thread);
        }
        if (wasInterrupted && failure() == null) {
            owner.interrupt(); // It came from elsewhere.
        }
    }

    private static boolean joinWithoutInterrupt(Thread thread) {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        return wasInterrupted;
    }
}
