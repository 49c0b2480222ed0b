/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The workers that sleep; the last to lie down is the first to be woken, since its caches are the warmest. A lock,
 * since whoever comes here is about to sleep or to pay for a wake-up, and under it each worker is woken, or leaves of
 * its own accord, exactly once. Any thread.
 */
final class Sleepers {
    private final ArrayDeque<Worker> stack = new ArrayDeque<>();
    private boolean closed;

    /** {@return whether the worker may sleep: not any more, after {@link #close}} */
    synchronized boolean add(Worker worker) {
        if (!closed) {
            stack.push(worker);
        }
        return !closed;
    }

    /** {@return a worker that the caller now has to wake} */
    synchronized @Nullable Worker take() {
        return stack.poll();
    }

    /** {@return whether the worker was still there; else somebody is about to wake it} */
    synchronized boolean remove(Worker worker) {
        return stack.remove(worker);
    }

    synchronized void close() {
        closed = true;
    }

    synchronized int count() {
        return stack.size();
    }
}
