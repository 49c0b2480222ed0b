/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayList;
import java.util.List;

/**
 * Threads that share tasklets: as many for each, or one more. A new one goes where the fewest are. When one has ended,
 * those threads that have at least two more are asked to hand some over, and each does so between two of its rounds:
 * nobody takes a tasklet away from a thread that may be calling it. Any thread.
 */
final class TaskletCrew {
    private final List<TaskletThread> threads;

    /**
     * Nobody is started yet.
     *
     * @param forOneThatMayBlock whether there is one thread for one tasklet, which ends with it
     */
    TaskletCrew(CooperativeConfig config, boolean forOneThatMayBlock) {
        List<TaskletThread> all = new ArrayList<>();
        for (int i = 0; i < (forOneThatMayBlock ? 1 : config.threads()); i++) {
            all.add(new TaskletThread(this, config, forOneThatMayBlock));
        }
        threads = List.copyOf(all);
    }

    /** Starts all threads; if that fails, none stays. */
    void start() {
        try {
            threads.forEach(TaskletThread::start);
        } catch (Throwable e) {
            close();
            join();
            throw new IllegalStateException("cannot start a thread for tasklets: threads=" + threads.size(), e);
        }
    }

    /**
     * {@return a handle of the tasklet, which is called from now on}
     *
     * @throws IllegalStateException if they are closed
     */
    TaskletHandle add(Tasklet tasklet) {
        while (true) {
            TaskletThread least = least();
            if (least.tryReserve(least.load())) {
                TaskletHandle handle = new TaskletHandle(tasklet, least);
                if (!least.accept(handle)) {
                    throw new IllegalStateException("cooperative workers are closed: tasklet=" + tasklet);
                }
                return handle;
            }
        }
    }

    private TaskletThread least() {
        TaskletThread least = threads.get(0);
        for (int i = 1; i < threads.size(); i++) {
            TaskletThread each = threads.get(i);
            if (each.load() < least.load()) {
                least = each;
            }
        }
        return least;
    }

    /** The caller has ended a tasklet, and counts it no more. */
    void askFuller(TaskletThread caller) {
        for (int i = 0; i < threads.size(); i++) {
            TaskletThread each = threads.get(i);
            if (each.load() - caller.load() >= 2) {
                each.tell();
            }
        }
    }

    /** The caller hands tasklets over to those that have fewer. */
    void level(TaskletThread caller) {
        boolean mayGoOn = true;
        while (mayGoOn) {
            TaskletThread least = least();
            int load = least.load();
            mayGoOn = caller.load() - load >= 2 && (!least.tryReserve(load) || caller.handOver(least));
        }
    }

    void refuseOwnThreads(String action) {
        for (TaskletThread each : threads) {
            if (each.isCurrent()) {
                throw new IllegalStateException("a tasklet can not " + action + " on the thread that drives it: thread="
                        + Thread.currentThread().getName());
            }
        }
    }

    CooperativeCounters counters() {
        CooperativeCounters sum = CooperativeCounters.NONE;
        for (TaskletThread each : threads) {
            sum = sum.plus(each.counters());
        }
        return sum;
    }

    /** {@return whether no thread is left} */
    boolean hasEnded() {
        return threads.stream().noneMatch(each -> each.thread().isAlive());
    }

    /** No tasklet is begun any more. */
    void close() {
        threads.forEach(TaskletThread::close);
    }

    /** Waits for the calls that run, and for the threads' ends. */
    void join() {
        UninterruptedJoin.all(threads.stream().map(TaskletThread::thread).toList());
    }
}
