/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.Tasklet.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Drives tasklets: calls each in turn, and sleeps when a whole round made no progress. Used by its own thread, except
 * where a method says any thread.
 */
final class TaskletThread implements Runnable {
    private final CooperativeWorkers workers;
    private final CooperativeConfig config;
    private final boolean forOneThatMayBlock;
    private final Inbox inbox = new Inbox();
    private final List<TaskletHandle> tasklets = new ArrayList<>();
    private final CooperativeCounters.Tally tally = new CooperativeCounters.Tally();
    /** The number of its tasklets: in its list, in its inbox, or about to be put there. */
    private final AtomicInteger load = new AtomicInteger();
    /**
     * Whether the thread must check for changes: a tasklet in the inbox, another thread with fewer tasklets, a removal,
     * the end. A park permit alone does not show it: several permits count as one, and a tasklet that parks uses one
     * up.
     */
    private volatile boolean signalled;

    private volatile boolean closing;
    private final Thread thread;
    private final TaskletSleep sleep;

    TaskletThread(CooperativeWorkers workers, CooperativeConfig config, boolean forOneThatMayBlock) {
        this.workers = workers;
        this.config = config;
        this.forOneThatMayBlock = forOneThatMayBlock;
        this.thread = Threads.newThread(config.threadFactory(), this);
        this.sleep = new TaskletSleep(thread, config, () -> signalled);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (handleSignal()) {
                if (!tasklets.isEmpty()) {
                    drive();
                } else if (forOneThatMayBlock) {
                    return; // Its only tasklet has ended.
                } else {
                    awaitSignal();
                }
            }
        } finally {
            inbox.close();
            for (TaskletHandle each : tasklets) {
                end(each);
            }
            for (TaskletHandle each = inbox.take(); each != null; each = inbox.take()) {
                end(each);
            }
            sleep.close(); // Last: whatever this throws, threads that await the end of a tasklet continue.
        }
    }

    /** Handles changes, if there is a signal. Returns whether to continue. */
    private boolean handleSignal() {
        if (!signalled) {
            return true;
        }
        // This first. Volatile: pairs with signal. A thread whose change is not seen below signals again after this.
        signalled = false;
        sleep.addSources();
        try {
            inbox.moveTo(tasklets);
            if (!forOneThatMayBlock) {
                workers.level(this);
            }
        } catch (OutOfMemoryError e) {
            signalled = true; // It tries again after the next round.
        }
        return !closing;
    }

    private void drive() {
        boolean progress = round();
        tally.round(progress);
        if (progress) {
            sleep.reset();
        } else {
            sleep();
        }
    }

    private boolean round() {
        boolean progress = false;
        boolean hasEnded = false;
        int next = 0;
        while (next < tasklets.size()) {
            TaskletHandle each = tasklets.get(next);
            Progress made = call(each);
            progress |= made != Progress.NO_PROGRESS;
            if (made == Progress.DONE) {
                tasklets.remove(next);
                end(each);
                hasEnded = true;
            } else {
                next++;
            }
        }
        if (hasEnded && !forOneThatMayBlock) {
            workers.signalFuller(this);
        }
        return progress;
    }

    private Progress call(TaskletHandle handle) {
        // Volatile: pairs with TaskletHandle.remove. The last call cleared interrupts before this: if the interrupt of
        // a removal was among them, the removal is seen here.
        if (handle.isRemoved()) {
            return Progress.DONE;
        }
        try {
            return Objects.requireNonNull(handle.tasklet.call(), "a tasklet has returned null");
        } catch (Throwable e) {
            tally.failed();
            report(handle.tasklet, e);
            return Progress.DONE;
        } finally {
            Thread.interrupted(); // If there is an interrupt, it was meant for this tasklet.
        }
    }

    /** Calls the handler. Its exceptions are ignored, as by the JVM. */
    private void report(Tasklet tasklet, Throwable error) {
        try {
            config.failureHandler().accept(tasklet, error);
        } catch (Throwable ignored) {
            // There is no further handler to notify.
        }
    }

    private void end(TaskletHandle handle) {
        sleep.releaseSources();
        load.getAndDecrement();
        handle.end();
    }

    private void sleep() {
        long ns = sleep.nextNs(tasklets);
        if (ns == 0) {
            Thread.onSpinWait();
        } else {
            tally.parked();
            sleep.sleep(ns);
            Thread.interrupted();
        }
    }

    private void awaitSignal() {
        sleep.park(Long.MAX_VALUE);
        sleep.reset();
    }

    /** {@return how many tasklets the thread has} Any thread. */
    int load() {
        return load.get();
    }

    /**
     * Reserves a place, if the number of tasklets is as expected. The caller fills it by {@link #accept}. Any thread.
     */
    boolean tryReserve(int expected) {
        return load.compareAndSet(expected, expected + 1);
    }

    /** Fills a reserved place. Returns false if this is closed; then the place is released. Any thread. */
    boolean accept(TaskletHandle handle) {
        boolean accepted = tryPut(handle);
        if (accepted) {
            signal();
        }
        return accepted;
    }

    private boolean tryPut(TaskletHandle handle) {
        boolean done = false;
        try {
            done = inbox.put(handle);
        } finally {
            if (!done) {
                load.getAndDecrement();
            }
        }
        return done;
    }

    /**
     * Hands the last tasklet over to another thread, in which the caller has reserved a place.
     *
     * @return false if there is no tasklet yet, or all threads are being closed
     */
    boolean handOver(TaskletThread other) {
        if (tasklets.isEmpty()) {
            other.load.getAndDecrement();
            return false;
        }
        TaskletHandle handle = tasklets.remove(tasklets.size() - 1);
        sleep.releaseSources();
        handle.driver = other; // Volatile, and before the inbox: pairs with TaskletHandle.wake.
        boolean moved = false;
        try {
            moved = other.tryPut(handle);
        } finally {
            if (!moved) { // If there is no memory, handleSignal calls all again: a wake-up may have met the other.
                handle.driver = this;
                tasklets.add(handle);
            }
        }
        if (moved) {
            load.getAndDecrement();
            tally.moved();
            other.signal();
        }
        return moved;
    }

    /** Makes the thread check for earlier stores of the caller. Volatile: pairs with handleSignal. Any thread. */
    void signal() {
        signalled = true;
        sleep.wake();
    }

    /** The same, and interrupts a tasklet that may block. Any thread. */
    void signalAndInterrupt() {
        signal();
        if (forOneThatMayBlock && !isCurrent()) {
            thread.interrupt();
        }
    }

    /** Any thread. */
    void close() {
        closing = true;
        signalAndInterrupt();
    }

    /** {@return whether this is the calling thread} */
    boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** {@return whether the calling thread would wait for itself if it awaited the end of a tasklet} */
    boolean wouldAwaitItself() {
        return forOneThatMayBlock ? isCurrent() : workers.isSharedThread();
    }

    Thread thread() {
        return thread;
    }

    /** Any thread. */
    CooperativeCounters counters() {
        return tally.counters(load());
    }

    /**
     * Tasklets on their way to a thread. Any thread puts one in; the receiving thread alone takes them, and closes the
     * inbox.
     */
    static final class Inbox {
        private final Queue<TaskletHandle> queue = new ConcurrentLinkedQueue<>();
        private volatile boolean closed;

        /**
         * Adds a tasklet. The caller then signals the thread, which checks the inbox before it sleeps. The receiving
         * thread sees the stores of the tasklet's last call on another thread.
         *
         * @return false if the inbox is closed
         */
        boolean put(TaskletHandle tasklet) {
            queue.add(tasklet);
            // After that step. Volatile: pairs with close. This sees that the inbox is closed, or the receiving thread
            // finds the tasklet; if both, only one of them takes it out.
            return !closed || !queue.remove(tasklet);
        }

        /** Moves the tasklets to the end of a list. */
        void moveTo(List<TaskletHandle> tasklets) {
            for (TaskletHandle each = queue.peek(); each != null; each = queue.peek()) {
                tasklets.add(each); // First: if there is no memory, it stays here.
                queue.remove();
            }
        }

        /** From now on no tasklet can be added; the caller then takes the rest. Pairs with {@link #put}. */
        void close() {
            closed = true;
        }

        /** {@return a tasklet that was put in; null if none} */
        @Nullable
        TaskletHandle take() {
            return queue.poll();
        }
    }
}
