/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A task that is submitted again only after it has run, and that detects a second run. */
abstract class OnceTask extends Padded implements Runnable {
    private static final int DONE = 0;
    private static final int SUBMITTED = 1;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(OnceTask.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Ledger ledger;

    @SuppressWarnings("unused") // STATE
    private volatile int state;

    OnceTask(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Before it is submitted. */
    final void arm() {
        state = SUBMITTED;
    }

    /** {@return whether it has run since, or was never submitted} Its effects are visible then. */
    final boolean isDone() {
        return state == DONE;
    }

    @Override
    public final void run() {
        work();
        if ((int) STATE.getAndSet(this, DONE) != SUBMITTED) {
            ledger.repeated();
        }
        ledger.ended();
    }

    abstract void work();

    /** Checks the tasks of one run: each must run exactly once. */
    static final class Ledger {
        private static final long END_TIMEOUT_NS = 10_000_000_000L;

        private final @Nullable Semaphore room;
        private final long endTimeoutNs;
        private final AtomicLong repetitions = new AtomicLong();

        /** @param room the bound that a task releases at its end */
        Ledger(@Nullable Semaphore room) {
            this(room, END_TIMEOUT_NS);
        }

        Ledger(@Nullable Semaphore room, long endTimeoutNs) {
            this.room = room;
            this.endTimeoutNs = endTimeoutNs;
        }

        /** A task has ended. */
        void ended() {
            if (room != null) {
                room.release();
            }
        }

        /** A task has run that was not submitted. */
        void repeated() {
            repetitions.incrementAndGet();
        }

        /**
         * Waits until all of these have run.
         *
         * @throws IllegalStateException if one never does
         */
        void awaitEnd(List<? extends OnceTask> tasks) {
            long startNs = System.nanoTime();
            long open = tasks.stream().filter(task -> !task.isDone()).count();
            while (open > 0 && System.nanoTime() - startNs < endTimeoutNs) {
                Thread.onSpinWait();
                open = tasks.stream().filter(task -> !task.isDone()).count();
            }
            check("lost", open);
        }

        /**
         * Once the executor has ended.
         *
         * @throws IllegalStateException if a task has run twice
         */
        void checkNoneRepeated() {
            check("run twice", repetitions.get());
        }

        private static void check(String what, long tasks) {
            if (tasks != 0) {
                throw new IllegalStateException("tasks were " + what + ": number=" + tasks);
            }
        }
    }
}
