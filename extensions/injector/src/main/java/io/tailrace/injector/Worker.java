/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One worker: it searches for a task, runs it and the next ones of the same executor, searches again, and sleeps. The
 * thread that starts or wakes a worker has counted it as a searcher. Used by its own thread, except {@link #wake} and
 * {@link #current}.
 */
final class Worker {
    private final Injector injector;
    final CurrentExecutor current;
    private final SpinLimit spinTime = new SpinLimit(Runtime.getRuntime().availableProcessors());
    private boolean searching = true;
    private int turn;
    private volatile boolean asleep;
    private final Thread thread;

    Worker(Injector injector, Thread thread) {
        this.injector = injector;
        this.thread = thread;
        this.current = new CurrentExecutor(thread);
    }

    /** Works until the thread has slept for too long, or the pool is closed. */
    void run() {
        try {
            for (InjectionExecutor found = find(); found != null; found = find()) {
                work(found);
            }
        } finally {
            if (searching) {
                injector.leaveSearch();
            }
        }
    }

    /**
     * Runs the taken task, and more. Other workers are woken before, because the task may take long, or wait for them.
     */
    private void work(InjectionExecutor executor) {
        searching = false;
        injector.leaveSearch();
        try {
            executor.runTasks(current);
        } finally {
            // In this order. Volatile: pairs with InjectionExecutor.add. A task that got no worker because of this
            // one's slot is found by the next search. A producer that arrives when the slot is free sees this searcher,
            // or wakes another.
            injector.enterSearch();
            searching = true;
            executor.leave();
        }
    }

    private @Nullable InjectionExecutor find() {
        InjectionExecutor found = injector.executors.tryBegin(turn++);
        if (found != null) {
            return found;
        }
        long startNs = System.nanoTime();
        found = search(startNs);
        while (found == null && sleep()) {
            found = search(startNs);
            if (found == null) {
                injector.falseWakes.increment();
            }
        }
        spinTime.idled(System.nanoTime() - startNs);
        return found;
    }

    private @Nullable InjectionExecutor search(long startNs) {
        injector.searches.increment();
        InjectionExecutor found = injector.executors.tryBegin(turn++);
        while (found == null && injector.maySpin() && System.nanoTime() - startNs < spinTime.ns()) {
            Thread.onSpinWait();
            found = injector.executors.tryBegin(turn);
        }
        return found;
    }

    /** {@return whether there may be work; if not, the thread must end} */
    private boolean sleep() {
        injector.parks.increment(); // First: it may need memory, and no idle worker may fail.
        asleep = true;
        if (!injector.idle.add(this)) {
            return false;
        }
        // In this order: the worker can be woken before it leaves the search, so the last searcher can wake itself.
        searching = false;
        injector.leaveSearch();
        searching = isWoken();
        return searching;
    }

    /** {@return whether another thread has woken the worker before the time was up} */
    private boolean isWoken() {
        long startNs = System.nanoTime();
        while (asleep) {
            long remainingNs = injector.config.keepAlive().toNanos() - (System.nanoTime() - startNs);
            if (remainingNs <= 0 && injector.idle.remove(this)) {
                return false;
            }
            LockSupport.parkNanos(injector, remainingNs);
            Thread.interrupted(); // An interrupted thread would never sleep again.
        }
        return true;
    }

    /** Called by the thread that took the worker from the idle ones. */
    void wake() {
        asleep = false;
        LockSupport.unpark(thread);
    }

    /**
     * How long a worker that has found no work spins before it sleeps. Spinning costs processor time; a sleep costs the
     * producer of the next task a wake-up of some microseconds. So a worker spins as long as tasks have recently
     * arrived within that time, and otherwise hardly at all. Used by one worker.
     */
    static final class SpinLimit {
        static final long SHORTEST_NS = 1_000;
        /** About two wake-ups, so that spinning in vain costs no more than it may save. */
        static final long LONGEST_NS = 20_000;

        private final long longestNs;
        private long ns;

        /** With one processor there is no spinning, because no producer runs meanwhile. */
        SpinLimit(int processors) {
            longestNs = processors > 1 ? LONGEST_NS : 0;
            ns = Math.min(SHORTEST_NS, longestNs);
        }

        long ns() {
            return ns;
        }

        /** Learns from the time between two tasks, whether the worker slept in it or not. */
        void idled(long idleNs) {
            long next = idleNs <= 2 * longestNs ? 2 * ns : ns / 2;
            ns = Math.min(Math.max(next, SHORTEST_NS), longestNs);
        }
    }

    /**
     * The executor whose tasks a worker's thread is running. With it a thread that stops an executor interrupts only
     * the tasks of that executor. {@link #begin} and {@link #end}: the worker. {@link #interrupt}: any thread.
     */
    static final class CurrentExecutor {
        private static final VarHandle STATE = Handles.field(MethodHandles.lookup(), "state", int.class);

        private static final int NONE = 0;
        private static final int RUNNING = 1;
        /** Another thread is about to interrupt the worker, which waits for that in {@link #end}. */
        private static final int INTERRUPTING = 2;

        private final Thread thread;
        private volatile int state;
        private volatile @Nullable Object owner;

        CurrentExecutor(Thread thread) {
            this.thread = thread;
        }

        /**
         * From now on the thread runs tasks of this owner. Volatile: pairs with {@link #interrupt}. The worker stores
         * the owner, then checks whether that was stopped; the other thread stops the owner, then checks which workers
         * run its tasks. So one of them sees the other.
         */
        void begin(Object newOwner) {
            Thread.interrupted(); // An interrupt between tasks was meant for none of them.
            owner = newOwner;
            state = RUNNING;
        }

        /** The tasks are done: no interrupt that was meant for them arrives after this, and none stays pending. */
        @SuppressWarnings("ThreadPriorityCheck") // only if the interrupting thread lost its processor
        void end() {
            while (!STATE.compareAndSet(this, RUNNING, NONE)) {
                Thread.yield();
            }
            owner = null;
            Thread.interrupted();
        }

        /** Interrupts the thread if it runs tasks of this owner. Pairs with {@link #begin}. */
        void interrupt(Object expected) {
            while (owner == expected && state != NONE) {
                if (STATE.compareAndSet(this, RUNNING, INTERRUPTING)) {
                    if (owner == expected) { // Otherwise the worker runs tasks of another owner by now.
                        thread.interrupt();
                    }
                    state = RUNNING;
                    return;
                }
                Thread.onSpinWait();
            }
        }
    }
}
