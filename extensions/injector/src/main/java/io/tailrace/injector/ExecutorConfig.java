/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Objects;

/**
 * The limits of an {@link InjectionExecutor}.
 *
 * @param name in its error texts
 * @param maxWorkers maximum number of tasks that run at the same time
 * @param maxQueued maximum number of tasks that wait while all workers are busy; 0 if none may wait
 * @param whenFull what happens to a task beyond these limits
 */
public record ExecutorConfig(String name, int maxWorkers, int maxQueued, WhenFull whenFull) {
    /** The ways to treat a task when the maximum numbers of tasks are running and waiting. */
    public enum WhenFull {
        /**
         * Its producer waits, and is woken when the queue is empty again, or has room for at least 64 tasks. It also
         * checks by itself from time to time. A producer that is itself a task of the same injector does not wait: its
         * task is accepted beyond the limit, see {@link InjectionExecutor}.
         */
        BLOCK,
        /** The task is rejected. */
        ABORT
    }

    public static final int MAX_WORKERS = ExecutorState.MAX_ACTIVE;
    public static final int MAX_QUEUED = ExecutorState.MAX_ADMITTED - ExecutorState.MAX_ACTIVE;

    private static final int MAX_ROOM_AWAITED = 64;

    /**
     * @throws IllegalArgumentException if a limit is out of range
     * @throws NullPointerException if a component is null, by its name
     */
    public ExecutorConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(whenFull, "whenFull");
        if (maxWorkers < 1 || maxWorkers > MAX_WORKERS) {
            throw new IllegalArgumentException("number of workers out of range: executor=" + name + ", maxWorkers="
                    + maxWorkers + ", min=1, max=" + MAX_WORKERS);
        }
        if (maxQueued < 0 || maxQueued > MAX_QUEUED) {
            throw new IllegalArgumentException("number of queued tasks out of range: executor=" + name + ", maxQueued="
                    + maxQueued + ", min=0, max=" + MAX_QUEUED);
        }
    }

    /** {@return limits with the longest possible queue, of 16,760,832 tasks, beyond which producers wait} */
    public static ExecutorConfig of(String name, int maxWorkers) {
        return new ExecutorConfig(name, maxWorkers, MAX_QUEUED, WhenFull.BLOCK);
    }

    public ExecutorConfig withMaxWorkers(int newMaxWorkers) {
        return new ExecutorConfig(name, newMaxWorkers, maxQueued, whenFull);
    }

    public ExecutorConfig withMaxQueued(int newMaxQueued) {
        return new ExecutorConfig(name, maxWorkers, newMaxQueued, whenFull);
    }

    public ExecutorConfig withWhenFull(WhenFull newWhenFull) {
        return new ExecutorConfig(name, maxWorkers, maxQueued, newWhenFull);
    }

    /** {@return the maximum number of tasks that run and wait} */
    int maxTasks() {
        return maxWorkers + maxQueued;
    }

    /**
     * {@return the number of tasks, running and waiting, down to which producers wait before one is woken} If a
     * producer were woken for each task that ends, each task would cost a wake-up. With tasks of 10 microseconds and a
     * queue of 16, half as many again are run if the queue is emptied first.
     */
    int tasksToGoOn() {
        return maxTasks() - Math.min(Math.max(1, maxQueued), MAX_ROOM_AWAITED);
    }
}
