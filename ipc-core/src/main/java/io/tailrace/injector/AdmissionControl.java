/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.ExecutorState.Admission;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Admits tasks to an executor within its current limits. A task beyond the limits is refused, or its producer waits for
 * room. Any thread.
 */
final class AdmissionControl {
    private final WorkerPool pool;
    private final ExecutorState state;
    private final ExecutorCounters.Tally tally;
    final BlockedProducers blocked = new BlockedProducers();
    private volatile ExecutorConfig config;

    AdmissionControl(WorkerPool pool, ExecutorState state, ExecutorCounters.Tally tally, ExecutorConfig config) {
        this.pool = pool;
        this.state = state;
        this.tally = tally;
        this.config = config;
    }

    ExecutorConfig config() {
        return config;
    }

    /** {@return whether a task was admitted; false if there is no room, or other producers already wait for room} */
    boolean tryAdmitInTurn() {
        return !(blocked.any() && mayWait()) && tryAdmit();
    }

    /** {@return whether the calling thread waits when there is no room} */
    boolean mayWait() {
        return config.whenFull() == WhenFull.BLOCK && !pool.isInTask();
    }

    private boolean tryAdmit() {
        return tryAdmit(config.maxTasks());
    }

    private boolean tryAdmit(int limit) {
        Admission admission = state.tryAdmit(limit);
        if (admission == Admission.CLOSED) {
            throw closed();
        }
        return admission == Admission.ADMITTED;
    }

    /** Admits a task when there is room, or beyond the limit if the calling thread must not wait. */
    void admit() {
        if (!mayWait()) {
            if (!tryAdmit(ExecutorState.MAX_ADMITTED)) {
                throw full();
            }
            return;
        }
        try {
            awaitRoom(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejection("interrupted while waiting for a full executor: " + load(), e);
        }
    }

    /** {@return whether a task was admitted before the time was up} */
    boolean tryAdmit(long timeoutNs) throws InterruptedException {
        boolean admitted = timeoutNs > 0 ? (!blocked.any() && tryAdmit()) || awaitRoom(timeoutNs) : tryAdmit();
        if (!admitted) {
            tally.rejected.increment();
        }
        return admitted;
    }

    private boolean awaitRoom(long timeoutNs) throws InterruptedException {
        boolean admitted = blocked.await(this::tryAdmitOrWake, timeoutNs);
        if (admitted && state.tasks() < config.maxTasks()) {
            blocked.wakeOne(); // A worker that makes room wakes one producer, and that one wakes the next.
        }
        return admitted;
    }

    /** Called before each sleep. If a worker thread could not be started or has died, another one is started now. */
    private boolean tryAdmitOrWake() {
        boolean admitted = tryAdmit();
        if (!admitted && blocked.any()) {
            wakeIfWaiting();
        }
        return admitted;
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean isWaiting() {
        return state.isWaiting(config.maxWorkers());
    }

    void wakeIfWaiting() {
        if (isWaiting()) {
            pool.wakeByProducer();
        }
    }

    /** Called after a task has ended. Volatile: pairs with {@link BlockedProducers#register}. */
    void wakeProducerIfRoom() {
        if (blocked.any() && state.tasks() <= config.tasksToGoOn()) {
            blocked.wakeOne();
        }
    }

    void change(UnaryOperator<ExecutorConfig> change) {
        synchronized (this) {
            config = change.apply(config);
        }
        // After the store. Volatile: pairs with TaskQueue.add and awaitRoom, which read the limits last.
        blocked.wakeAll();
        wakeIfWaiting();
    }

    RejectedExecutionException closed() {
        return rejection("executor is shut down: executor=" + config.name(), null);
    }

    RejectedExecutionException full() {
        return rejection("executor is full: " + load(), null);
    }

    String load() {
        ExecutorConfig limits = config;
        return "executor=" + limits.name() + ", running=" + state.active() + ", maxWorkers=" + limits.maxWorkers()
                + ", queued=" + state.admitted() + ", maxQueued=" + limits.maxQueued();
    }

    private RejectedExecutionException rejection(String text, @Nullable Throwable cause) {
        tally.rejected.increment();
        return new RejectedExecutionException(text, cause);
    }
}
