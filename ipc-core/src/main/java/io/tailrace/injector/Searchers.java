/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the workers that are responsible for finding what is queued: those awake without a task, and those on their
 * way, woken or being started. As long as there is one, nobody wakes another.
 *
 * <p>Two pairs keep a task from being nobody's. {publish a task; {@link #tryEnterFirst}} against {{@link #leave}; look
 * for tasks}: a producer that still saw a searcher is seen by the last one to leave. And only the step to zero obliges
 * to look, but that is one atomic step: of two that leave together one is the last. Any thread.
 */
final class Searchers extends Padded {
    private static final VarHandle COUNT = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "count", VarHandle.class, Searchers.class, long.class);

    private volatile long count;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** Counts a searcher, unless there is one. Returns whether the caller has to wake it or undo this by leaving. */
    boolean tryEnterFirst() {
        return count == 0 && COUNT.compareAndSet(this, 0L, 1L);
    }

    void enter() {
        COUNT.getAndAdd(this, 1L);
    }

    /**
     * A searcher found something, or gives up. Volatile: what was published before a producer saw it counted is seen
     * after.
     *
     * @return whether it was the last, and so has to look once more and to wake another if there is work
     */
    boolean leave() {
        return (long) COUNT.getAndAdd(this, -1L) == 1;
    }

    long count() {
        return count;
    }
}
