/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Objects;

/**
 * The limits of an {@link InjectionExecutor}.
 *
 * @param name in its error texts
 * @param maxWorkers most tasks that run at the same time
 * @param maxQueued most tasks that wait while as many run; 0 if none is to wait
 * @param whenFull what happens to a task beyond that
 */
public record ExecutorConfig(String name, int maxWorkers, int maxQueued, WhenFull whenFull) {
    /** What happens to a task when as many as allowed run and wait. */
    public enum WhenFull {
        /**
         * Whoever brings it waits. Who waits is woken when the queue is empty again, or has room for 64 at least, and
         * looks by itself from time to time. A task of the same injector does not wait: what it brings is accepted
         * beyond the limit, see {@link InjectionExecutor}.
         */
        BLOCK,
        /** It is rejected. */
        ABORT,
        /** Whoever brings it runs it. */
        CALLER_RUNS
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

    /** {@return one whose queue holds as much as one can, 16,760,832 tasks, and whose producers wait beyond that} */
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

    /** {@return most tasks that run and wait} */
    int maxTasks() {
        return maxWorkers + maxQueued;
    }

    /**
     * {@return at how many tasks that run and wait producers that wait are told of room} One by one, each of their
     * tasks would cost a wake-up: tasks of 10 microseconds are run half as often again if a queue of 16 is emptied
     * first.
     */
    int tasksToGoOn() {
        return maxTasks() - Math.min(Math.max(1, maxQueued), MAX_ROOM_AWAITED);
    }
}
