/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The tasks, the workers and the phase of one executor, in one word. So each of these is one atomic step, and of two
 * threads only one can succeed: to accept a task or to refuse it, to take a task or to leave, to be terminated.
 *
 * <pre>
 *   bits   field
 *   -----  --------  ----------------------------------------------------------
 *    0-23  ready     tasks in the queue that no thread has taken
 *   24-47  admitted  tasks accepted and not taken: ready, or about to be queued
 *   48-61  active    worker slots in use
 *   62-63  phase     RUNNING, SHUTDOWN, STOPPED, TERMINATED
 * </pre>
 *
 * <p>A task is queued before it counts as ready, and it counts as taken before it is polled. So a thread that has taken
 * a task finds one in the queue. A worker takes the next task, or leaves, by a step on this same word, so no worker
 * leaves while a task is ready.
 *
 * <p>All accesses are volatile, because each of them is the store or the load of a pair {store mine; load yours}. The
 * other half of each pair is named where it is used. Any thread.
 */
final class ExecutorState extends Padded {
    static final int MAX_ACTIVE = (1 << 14) - 1;
    static final int MAX_ADMITTED = (1 << 24) - 1;

    private static final VarHandle WORD = Handles.field(MethodHandles.lookup(), "word", long.class);

    private static final int ADMITTED_SHIFT = 24;
    private static final int ACTIVE_SHIFT = 48;
    private static final int PHASE_SHIFT = 62;
    private static final long READY_ONE = 1;
    private static final long ADMITTED_ONE = 1L << ADMITTED_SHIFT;
    private static final long ACTIVE_ONE = 1L << ACTIVE_SHIFT;
    /** A task that is queued: it is both ready and admitted. */
    private static final long TASK = READY_ONE + ADMITTED_ONE;

    private static final long PHASE_MASK = 3L << PHASE_SHIFT;

    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOPPED = 2;
    private static final int TERMINATED = 3;

    private volatile long word;

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

    /** {@return the word, marked as terminated if it shows that everything has ended} */
    private static long settled(long next) {
        boolean ended = phase(next) != RUNNING && admitted(next) == 0 && active(next) == 0;
        return ended ? next | PHASE_MASK : next;
    }

    /**
     * Accepts a task, if no more than {@code limit} are accepted or running then, and it is not {@link #isShutdown shut
     * down}. The caller must queue and publish it.
     */
    boolean tryAdmit(int limit) {
        for (long current = word; phase(current) == RUNNING && tasks(current) < limit; current = word) {
            if (replace(current, current + ADMITTED_ONE)) {
                return true;
            }
        }
        return false;
    }

    /** Counts an admitted task as ready, once it is in the queue. Returns the word before that step. */
    long publish() {
        return (long) WORD.getAndAdd(this, READY_ONE);
    }

    /** Takes a task and a worker slot. Returns whether both were available. */
    boolean tryBegin(int maxActive) {
        for (long current = word; isWaiting(current, maxActive); current = word) {
            if (replace(current, current - TASK + ACTIVE_ONE)) {
                return true;
            }
        }
        return false;
    }

    /** Takes one more task, with the worker slot that the caller holds. Returns whether there was one. */
    boolean tryContinue() {
        for (long current = word; phase(current) < STOPPED && ready(current) > 0; current = word) {
            if (replace(current, current - TASK)) {
                return true;
            }
        }
        return false;
    }

    /** Gives the worker slot back. */
    void leave() {
        long current = word;
        while (!replace(current, settled(current - ACTIVE_ONE))) {
            current = word;
        }
    }

    /** Removes a task that is not to be run any more. Returns whether there was one. */
    boolean tryDrain() {
        for (long current = word; ready(current) > 0; current = word) {
            if (replace(current, settled(current - TASK))) {
                return true;
            }
        }
        return false;
    }

    /** Accepts no more tasks. */
    void shutdown() {
        raise(SHUTDOWN);
    }

    /** Accepts no more tasks, and lets workers take none. */
    void stop() {
        raise(STOPPED);
    }

    private void raise(int phase) {
        long current = word;
        while (phase(current) < phase
                && !replace(current, settled((current & ~PHASE_MASK) | ((long) phase << PHASE_SHIFT)))) {
            current = word;
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
        return phase(word) == TERMINATED;
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
}
