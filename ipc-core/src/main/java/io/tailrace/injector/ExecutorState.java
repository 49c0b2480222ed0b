/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one executor has to do and who is at it, in one word, so that each of these is one atomic step that has one
 * winner: to accept a task or to refuse it, to take a task or to leave, to be terminated.
 *
 * <pre>
 *   bits   field
 *   -----  --------  ----------------------------------------------------------
 *    0-23  ready     tasks that lie in the queue and that nobody has taken
 *   24-47  admitted  tasks accepted and not taken: ready, or about to be queued
 *   48-61  active    worker slots in use
 *   62-63  phase     RUNNING, SHUTDOWN, STOPPED, TERMINATED
 * </pre>
 *
 * <p>A task is queued before it counts as ready, and counts as taken before it is polled: who has taken one finds
 * one. Who takes the next task or leaves decides that on the same word, so no worker leaves a task behind unseen.
 *
 * <p>Tasks that whoever brought them runs beyond the slots are counted beside it, so that they take nobody's place.
 * That counter is closed first, and from then on only falls: once both words are at their end they stay there.
 *
 * <p>All accesses are volatile: each of them is one half of a pair {store; look at the other's} somewhere, named there.
 * Any thread.
 */
final class ExecutorState extends Padded {
    static final int MAX_ACTIVE = (1 << 14) - 1;
    static final int MAX_ADMITTED = (1 << 24) - 1;

    /** The answer to {@link #tryAdmit}. */
    enum Admission {
        ADMITTED,
        FULL,
        CLOSED
    }

    private static final VarHandle WORD = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "word", VarHandle.class, ExecutorState.class, long.class);

    private static final VarHandle CALLERS = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "callers", VarHandle.class, ExecutorState.class, long.class);

    private static final int ADMITTED_SHIFT = 24;
    private static final int ACTIVE_SHIFT = 48;
    private static final int PHASE_SHIFT = 62;
    private static final long READY_ONE = 1;
    private static final long ADMITTED_ONE = 1L << ADMITTED_SHIFT;
    private static final long ACTIVE_ONE = 1L << ACTIVE_SHIFT;
    private static final long PHASE_MASK = 3L << PHASE_SHIFT;

    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;

    /** In {@link #callers}: nobody is let in any more. */
    private static final long CLOSED = 1;
    /** In {@link #callers}: one task. */
    private static final long CALLER = 2;

    private volatile long word;
    private volatile long callers;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    static int ready(long word) {
        return (int) word & MAX_ADMITTED;
    }

    static int active(long word) {
        return (int) (word >>> ACTIVE_SHIFT) & MAX_ACTIVE;
    }

    private static int admitted(long word) {
        return (int) (word >>> ADMITTED_SHIFT) & MAX_ADMITTED;
    }

    private static int tasks(long word) {
        return admitted(word) + active(word);
    }

    private static int phase(long word) {
        return (int) (word >>> PHASE_SHIFT);
    }

    private boolean replace(long expected, long next) {
        return WORD.compareAndSet(this, expected, next);
    }

    /** {@return the word after a step that may have been the last: then it is terminated} */
    private static long settled(long next) {
        boolean ended = phase(next) != RUNNING && admitted(next) == 0 && active(next) == 0;
        return ended ? next | PHASE_MASK : next;
    }

    /**
     * Accepts a task, if no more than {@code limit} are accepted or running then. Who is let in must publish.
     */
    Admission tryAdmit(int limit) {
        while (true) {
            long current = word;
            if (phase(current) != RUNNING) {
                return Admission.CLOSED;
            }
            if (tasks(current) >= limit) {
                return Admission.FULL;
            }
            if (replace(current, current + ADMITTED_ONE)) {
                return Admission.ADMITTED;
            }
        }
    }

    /** The admitted task was queued. Returns the word before: who made the first one ready may owe a wake-up. */
    long publish() {
        return (long) WORD.getAndAdd(this, READY_ONE);
    }

    /** Takes a task and a worker slot. Returns whether there were both. */
    boolean tryBegin(int maxActive) {
        while (true) {
            long current = word;
            if (!isWaiting(current, maxActive)) {
                return false;
            }
            if (replace(current, current - READY_ONE - ADMITTED_ONE + ACTIVE_ONE)) {
                return true;
            }
        }
    }

    /**
     * Takes a worker slot alone, for a task that was never queued. Returns whether there was one, and no task waits.
     */
    boolean tryBeginUnqueued(int maxActive) {
        while (true) {
            long current = word;
            if (phase(current) != RUNNING || admitted(current) > 0 || active(current) >= maxActive) {
                return false;
            }
            if (replace(current, current + ACTIVE_ONE)) {
                return true;
            }
        }
    }

    /** Takes one more task, with the worker slot that the caller holds. Returns whether it may and there is one. */
    boolean tryContinue(int maxActive) {
        while (true) {
            long current = word;
            if (phase(current) >= STOPPED || ready(current) == 0 || active(current) > maxActive) {
                return false;
            }
            if (replace(current, current - READY_ONE - ADMITTED_ONE)) {
                return true;
            }
        }
    }

    /** Gives the worker slot back. Volatile: pairs with {@link #leaveCaller}. */
    void leave() {
        while (true) {
            long current = word;
            if (WORD.compareAndSet(this, current, settled(current - ACTIVE_ONE))) {
                return;
            }
        }
    }

    /** Counts a task that its caller runs beyond the slots. Returns whether it may. Who may must leave. */
    boolean tryEnterCaller() {
        while (true) {
            long current = callers;
            if ((current & CLOSED) != 0) {
                return false;
            }
            if (CALLERS.compareAndSet(this, current, current + CALLER)) {
                return true;
            }
        }
    }

    /**
     * The caller has run it, and looks afterwards whether that was the end. Volatile: pairs with {@link #leave}, of
     * which the same is true. Else neither would see the end, and whoever awaits it would wait for ever.
     */
    void leaveCaller() {
        CALLERS.getAndAdd(this, -CALLER);
    }

    /** Takes a task that nobody is to run any more. Returns whether there was one. */
    boolean tryDrain() {
        while (true) {
            long current = word;
            if (ready(current) == 0) {
                return false;
            }
            if (replace(current, settled(current - READY_ONE - ADMITTED_ONE))) {
                return true;
            }
        }
    }

    /** Accepts no more tasks. */
    void shutdown() {
        raise(SHUTDOWN);
    }

    /** Has no more tasks taken by workers, either. */
    void stop() {
        raise(STOPPED);
    }

    private void raise(int phase) {
        CALLERS.getAndBitwiseOr(this, CLOSED); // First: who finds it terminated finds no caller that has come since.
        while (true) {
            long current = word;
            long next = settled((current & ~PHASE_MASK) | ((long) phase << PHASE_SHIFT));
            if (phase(current) >= phase || replace(current, next)) {
                return;
            }
        }
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean isWaiting(int maxActive) {
        return isWaiting(word, maxActive);
    }

    private static boolean isWaiting(long word, int maxActive) {
        return ready(word) > 0 && active(word) < maxActive && phase(word) < STOPPED;
    }

    boolean isShutdown() {
        return phase(word) != RUNNING;
    }

    boolean isStopped() {
        return phase(word) >= STOPPED;
    }

    boolean isTerminated() {
        return phase(word) == TERMINATED && callers == CLOSED;
    }

    /** {@return the tasks accepted that have not ended} */
    int tasks() {
        return tasks(word);
    }

    /** {@return the tasks accepted and not yet taken} */
    int admitted() {
        return admitted(word);
    }

    /** {@return the worker slots in use} */
    int active() {
        return active(word);
    }

    /** {@return the tasks that run, in worker slots or beyond them} */
    int running() {
        return active() + (int) (callers / CALLER);
    }
}
