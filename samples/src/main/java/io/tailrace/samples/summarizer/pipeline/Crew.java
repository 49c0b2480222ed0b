/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Threads that work together, and the one that made this. When one of them fails, the others are ended: they would
 * never get on, for each waits for what another puts or takes.
 */
public final class Crew implements AutoCloseable {
    private final Thread owner = Thread.currentThread();
    private final List<Thread> threads = new ArrayList<>();
    private @Nullable Throwable failure;
    private boolean isClosed;

    /** What a thread of the crew does. */
    public interface Work {
        /** Ends early when the thread is interrupted. */
        void run() throws InterruptedException;
    }

    /** What the owner does while the crew works. */
    public interface Lead<T> {
        /** Ends early when the thread is interrupted. */
        T run() throws IOException, InterruptedException;
    }

    /** Makes one without threads; the calling thread is its owner. */
    public Crew() {}

    /**
     * Does the owner's part of the work.
     *
     * @throws ExecutionException if one of the crew has failed; the cause says how
     * @throws InterruptedException if the owner was interrupted by somebody else
     */
    public <T> T lead(Lead<T> lead) throws IOException, ExecutionException, InterruptedException {
        try {
            T result = lead.run();
            if (failure() == null) { // The last item may have failed, and nothing waited then.
                return result;
            }
        } catch (InterruptedException | ClosedByInterruptException e) { // The latter by a file that was just read.
            if (failure() == null) {
                throw e;
            }
        }
        Thread.interrupted(); // By the crew. What is closed now would take it for its own.
        throw new ExecutionException("a worker has failed", failure());
    }

    /** {@return a thread that has just begun with the work} */
    public synchronized Thread start(String name, Work work) {
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
    public synchronized void fail(Throwable thrown) {
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
