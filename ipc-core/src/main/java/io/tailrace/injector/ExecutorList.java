/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The executors of an injector that are not terminated. Any thread. */
final class ExecutorList {
    private volatile InjectionExecutor[] executors = {};
    private boolean closed;

    /** {@return whether the executor was added; false after {@link #close}} */
    synchronized boolean add(InjectionExecutor executor) {
        if (!closed) {
            InjectionExecutor[] more = Arrays.copyOf(executors, executors.length + 1);
            more[executors.length] = executor;
            executors = more;
        }
        return !closed;
    }

    synchronized void remove(InjectionExecutor executor) {
        executors = Arrays.stream(executors).filter(other -> other != executor).toArray(InjectionExecutor[]::new);
    }

    /** {@return the executors that are left; no more are added from now on} */
    synchronized List<InjectionExecutor> close() {
        closed = true;
        return List.of(executors);
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean hasWork() {
        for (InjectionExecutor executor : executors) {
            if (executor.isWaiting()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a task of an executor. The caller then has to run it.
     *
     * @param start which executor to ask first; another each time, so that none waits behind a busy one
     * @return that executor; null if no task waits
     */
    @Nullable
    InjectionExecutor tryBegin(int start) {
        InjectionExecutor[] all = executors;
        for (int i = 0; i < all.length; i++) {
            InjectionExecutor executor = all[Integer.remainderUnsigned(start + i, all.length)];
            if (executor.tryBegin()) {
                return executor;
            }
        }
        return null;
    }
}
