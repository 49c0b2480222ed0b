/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.Tasklet.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Drives tasklets: calls each in turn, and sleeps when a whole round made no progress. Used by its own thread, except
 * where a method says any thread.
 */
final class TaskletThread implements Runnable {
    /** Places in the counts, with 128 bytes before and after them that nobody writes. */
    static final int ROUNDS = 16;

    static final int PROGRESS = 17;
    static final int PARKS = 18;
    static final int FAILURES = 19;

    final CooperativeWorkers workers;
    private final CooperativeConfig config;
    private final List<TaskletHandle> tasklets = new ArrayList<>();
    /** Tasklets on their way to the thread. Under the lock of the workers. */
    private final List<TaskletHandle> inbox = new ArrayList<>();

    /** The thread writes them, with opaque stores so that any thread may read. */
    private final AtomicLongArray counts = new AtomicLongArray(FAILURES + 17);

    /** The number of its tasklets, including those in its inbox. */
    private final AtomicInteger load = new AtomicInteger();
    /**
     * Whether the thread must check for changes: a tasklet in the inbox, a removal, the end. A park permit alone does
     * not show it: several permits count as one, and a tasklet that parks uses one up.
     */
    private volatile boolean signalled;

    private volatile boolean closing;
    /** No tasklet can be put into the inbox any more. Under the lock of the workers. */
    private boolean closed;

    private final Thread thread;
    private final TaskletSleep sleep;

    TaskletThread(CooperativeWorkers workers, CooperativeConfig config) {
        this.workers = workers;
        this.config = config;
        this.thread = InjectorConfig.newThread(config.threadFactory(), this);
        this.sleep = new TaskletSleep(thread, config, () -> signalled);
    }

    void start() {
        thread.start();
    }

    @Override
    public void run() {
        try {
            while (handleSignal()) {
                if (tasklets.isEmpty()) {
                    sleep.park(Long.MAX_VALUE);
                    sleep.reset();
                } else {
                    drive();
                }
            }
        } finally {
            synchronized (workers.lock) {
                closed = true;
            }
            for (int i = 0; i < tasklets.size(); i++) { // There may be no memory for an iterator.
                end(tasklets.get(i));
            }
            for (int i = 0; i < inbox.size(); i++) { // None is added any more.
                end(inbox.get(i));
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
            synchronized (workers.lock) {
                tasklets.addAll(inbox);
                inbox.clear();
            }
        } catch (OutOfMemoryError e) {
            signalled = true; // It tries again after the next round.
        }
        return !closing;
    }

    private void drive() {
        boolean progress = round();
        increment(ROUNDS);
        if (progress) {
            increment(PROGRESS);
            sleep.reset();
        } else {
            sleep();
        }
    }

    private void increment(int place) {
        counts.setOpaque(place, counts.getPlain(place) + 1);
    }

    private boolean round() {
        boolean progress = false;
        int count = tasklets.size(); // Others only add to the inbox.
        int next = 0;
        while (next < count) {
            TaskletHandle each = tasklets.get(next);
            Progress made = call(each);
            progress |= made != Progress.NO_PROGRESS;
            if (made == Progress.DONE) {
                tasklets.remove(next);
                count--;
                end(each);
            } else {
                next++;
            }
        }
        return progress;
    }

    private Progress call(TaskletHandle handle) {
        if (handle.isRemoved()) {
            return Progress.DONE;
        }
        try {
            return Objects.requireNonNull(handle.tasklet.call(), "a tasklet has returned null");
        } catch (Throwable e) {
            increment(FAILURES);
            report(handle.tasklet, e);
            return Progress.DONE;
        } finally {
            Thread.interrupted(); // If the tasklet leaves an interrupt, no other one is to see it.
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
            increment(PARKS);
            sleep.sleep(ns);
            Thread.interrupted();
        }
    }

    /** {@return how many tasklets the thread has} Any thread. */
    int load() {
        return load.get();
    }

    /**
     * Gives the thread a tasklet. The caller then signals it. Under the lock of the workers.
     *
     * @return false if the thread has ended
     */
    boolean put(TaskletHandle handle) {
        if (!closed) {
            inbox.add(handle);
            load.getAndIncrement();
        }
        return !closed;
    }

    /** Makes the thread check for earlier stores of the caller. Volatile: pairs with handleSignal. Any thread. */
    void signal() {
        signalled = true;
        sleep.wake();
    }

    /** Any thread. */
    void close() {
        closing = true;
        signal();
    }

    Thread thread() {
        return thread;
    }

    /** {@return one of the counts, by its place} Any thread. */
    long count(int place) {
        return counts.getOpaque(place);
    }
}
