/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.injector.ExecutorConfig.WhenFull;
import io.tailrace.injector.ExecutorState.Admission;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Lets tasks into an executor, as its limits are now: has producers wait for room, or refuses what they bring. Any
 * thread.
 */
final class Entrance {
    private final WorkerPool pool;
    private final ExecutorState state;
    private final Room room = new Room();
    private final LongAdder rejected = new LongAdder();
    private volatile ExecutorConfig config;

    Entrance(WorkerPool pool, ExecutorState state, ExecutorConfig config) {
        this.pool = pool;
        this.state = state;
        this.config = config;
    }

    ExecutorConfig config() {
        return config;
    }

    /**
     * {@return whether the task was let in; false if it is full, or others wait, whom the caller has to wait behind}
     */
    boolean tryAdmitInTurn() {
        return !(room.isAwaited() && mayWait()) && tryAdmit();
    }

    /** {@return whether the caller waits for room, where there is none} */
    boolean mayWait() {
        return config.whenFull() == WhenFull.BLOCK && !pool.isInTask();
    }

    /** {@return whether it was; false if full} */
    boolean tryAdmit() {
        return tryAdmit(config.maxTasks());
    }

    private boolean tryAdmit(int limit) {
        Admission admission = state.tryAdmit(limit);
        if (admission == Admission.CLOSED) {
            throw closed();
        }
        return admission == Admission.ADMITTED;
    }

    /** Lets in what must not wait for room. */
    void admitBeyond() {
        if (!tryAdmit(ExecutorState.MAX_ADMITTED)) {
            throw full();
        }
    }

    void admitWhenRoom() {
        try {
            awaitRoom(Long.MAX_VALUE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejection("interrupted while waiting for a full executor: " + load(), e);
        }
    }

    /** {@return whether it was in time} */
    boolean tryAdmit(long timeoutNs) throws InterruptedException {
        boolean admitted = timeoutNs > 0 ? (!room.isAwaited() && tryAdmit()) || awaitRoom(timeoutNs) : tryAdmit();
        if (!admitted) {
            rejected.increment();
        }
        return admitted;
    }

    private boolean awaitRoom(long timeoutNs) throws InterruptedException {
        boolean admitted = room.await(this::tryAdmitOrWake, timeoutNs);
        if (admitted && state.tasks() < config.maxTasks()) {
            room.tellOne(); // Who makes room tells one of them, who tells the next.
        }
        return admitted;
    }

    /** Before each sleep: if a thread could not be started, or has died, now another one must be. */
    private boolean tryAdmitOrWake() {
        boolean admitted = tryAdmit();
        if (!admitted && room.isAwaited()) {
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

    /** After a task has ended. Volatile: pairs with {@link Room#announce}. */
    void tellOfRoom() {
        if (room.isAwaited() && state.tasks() <= config.tasksToGoOn()) {
            room.tellOne();
        }
    }

    /** There are other limits from now on. */
    void change(UnaryOperator<ExecutorConfig> change) {
        synchronized (this) {
            config = change.apply(config);
        }
        // After the store. Volatile: pairs with InjectionExecutor.enqueue and awaitRoom, which look at the limits last.
        room.tellAll();
        wakeIfWaiting();
    }

    /** Nobody is let in any more, so nobody is to wait. */
    void tellOfEnd() {
        room.tellAll();
    }

    int waiting() {
        return room.waiting();
    }

    long rejected() {
        return rejected.sum();
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
        rejected.increment();
        return new RejectedExecutionException(text, cause);
    }
}
