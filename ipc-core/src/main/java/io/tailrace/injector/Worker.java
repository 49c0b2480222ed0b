/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker: looks for a task, runs it and what its executor has more, looks again, sleeps. Whoever starts or wakes it
 * has counted it as a searcher. Its own thread, but for {@link #wake} and {@link #current}.
 */
final class Worker {
    private final WorkerPool pool;
    private final CurrentExecutor current;
    private final Patience patience = new Patience(Runtime.getRuntime().availableProcessors());
    private boolean searching = true;
    private int turn;
    private volatile boolean asleep;
    private final Thread thread;

    Worker(WorkerPool pool, Thread thread) {
        this.pool = pool;
        this.thread = thread;
        this.current = new CurrentExecutor(thread);
    }

    CurrentExecutor current() {
        return current;
    }

    /** Works until the thread has slept for too long, or the pool is closed. */
    void run() {
        try {
            for (InjectionExecutor found = find(); found != null; found = find()) {
                work(found);
            }
        } finally {
            if (searching) {
                pool.leaveSearch();
            }
        }
    }

    /** Runs the task that was taken, and more. Others are told before, in case it takes long, or waits for them. */
    private void work(InjectionExecutor executor) {
        searching = false;
        pool.leaveSearch();
        try {
            executor.runTasks(current);
        } finally {
            // First this. Volatile: pairs with enqueue. What got no worker because of this one's slot is found by the
            // next search; who brings a task when the slot is free sees this searcher, or wakes another.
            pool.enterSearch();
            searching = true;
            executor.leave();
        }
    }

    private @Nullable InjectionExecutor find() {
        InjectionExecutor found = pool.sources().tryBegin(turn++);
        if (found != null) {
            return found;
        }
        long startNs = System.nanoTime();
        found = search(startNs);
        while (found == null && sleep()) {
            found = search(startNs);
            if (found == null) {
                pool.counters().falseWakes.increment();
            }
        }
        patience.idled(System.nanoTime() - startNs);
        return found;
    }

    private @Nullable InjectionExecutor search(long startNs) {
        pool.counters().searches.increment();
        InjectionExecutor found = pool.sources().tryBegin(turn++);
        while (found == null && pool.maySearch() && System.nanoTime() - startNs < patience.patienceNs()) {
            Thread.onSpinWait();
            found = pool.sources().tryBegin(turn);
        }
        return found;
    }

    /** {@return whether there may be work; else the thread is to end} */
    private boolean sleep() {
        asleep = true;
        if (!pool.sleepers().add(this)) {
            return false;
        }
        // In this order: it can be woken before it stops being responsible, so whoever looks last can wake it.
        searching = false;
        pool.leaveSearch();
        pool.counters().parks.increment();
        searching = isWoken();
        return searching;
    }

    /** {@return whether somebody has woken it before the time was up} */
    private boolean isWoken() {
        long startNs = System.nanoTime();
        while (asleep) {
            long remainingNs = pool.keepAliveNs() - (System.nanoTime() - startNs);
            if (remainingNs <= 0 && pool.sleepers().remove(this)) {
                return false;
            }
            LockSupport.parkNanos(pool, remainingNs);
            Thread.interrupted(); // Else it would never sleep again.
        }
        return true;
    }

    /** By whoever took it from the sleepers. */
    void wake() {
        asleep = false;
        LockSupport.unpark(thread);
    }
}
