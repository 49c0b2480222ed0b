/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one executor that were admitted and not taken. Unbounded, because limits can change. A worker that has
 * taken a task in the {@link ExecutorState} finds one here, unless {@link #add} has failed. Any thread.
 */
final class TaskQueue {
    private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final ExecutorState state;
    private final LongAdder submitted;
    /** Tasks that were admitted and not counted as ready, because {@link #add} failed. Under the lock of this. */
    volatile int owed;

    TaskQueue(ExecutorState state, LongAdder submitted) {
        this.state = state;
        this.submitted = submitted;
    }

    /** Queues an admitted task. Returns the state before. */
    long add(Runnable task) {
        queue.add(task);
        submitted.increment();
        return state.publish(); // Volatile: pairs with Searchers.leave, Worker.work and InjectionExecutor.change.
    }

    @Nullable
    Runnable poll() {
        return queue.poll();
    }

    /** Counts as ready the tasks for which {@link #add} failed. Each of them is in the queue or lost. */
    void settle() {
        if (owed > 0) {
            synchronized (this) {
                while (owed > 0) {
                    state.publish();
                    owed--;
                }
            }
        }
    }

    /** Takes all tasks that were admitted, once the state lets workers take none. */
    @SuppressWarnings("ThreadPriorityCheck") // only if a producer lost its processor
    List<Runnable> drain() {
        List<Runnable> tasks = new ArrayList<>();
        while (state.admitted() > 0) {
            if (state.tryDrain()) {
                Runnable task = queue.poll();
                if (task != null) {
                    tasks.add(task);
                }
            } else {
                settle();
                Thread.yield(); // A producer is about to queue a task that was accepted before.
            }
        }
        return tasks;
    }
}
