/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counts the searchers, the workers that are responsible for finding queued tasks: those that are awake without a task,
 * and those on their way, woken or being started. As long as there is one, no thread wakes another.
 *
 * <p>Two rules keep a task from being overlooked. A producer publishes its task, then calls {@link #tryEnterFirst}; a
 * searcher calls {@link #leave}, then looks for tasks. So if the producer still saw a searcher, the last searcher to
 * leave sees the task. And of two searchers that leave together exactly one is the last, because leaving is one atomic
 * step. Any thread.
 */
final class Searchers extends Padded {
    private static final VarHandle COUNT = Handles.field(MethodHandles.lookup(), "count", long.class);

    private volatile long count;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /**
     * Counts a searcher, if there is none. Returns whether it did; then the caller wakes one, or undoes this by
     * leaving.
     */
    boolean tryEnterFirst() {
        return count == 0 && COUNT.compareAndSet(this, 0L, 1L);
    }

    void enter() {
        COUNT.getAndAdd(this, 1L);
    }

    /**
     * A searcher has found a task, or gives up. Volatile: pairs with {@link #tryEnterFirst}.
     *
     * @return whether it was the last, which has to look once more, and to wake another worker if there is work
     */
    boolean leave() {
        return (long) COUNT.getAndAdd(this, -1L) == 1;
    }

    long count() {
        return count;
    }
}
