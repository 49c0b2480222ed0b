/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The executors that the workers look after, until they are terminated. Any thread. */
final class Sources {
    private volatile InjectionExecutor[] executors = {};
    private boolean closed;

    /** {@return whether it was added: not any more, after {@link #close}} */
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

    /** {@return those that were left; there will be no others} */
    synchronized List<InjectionExecutor> close() {
        closed = true;
        return List.of(executors);
    }

    /** {@return whether a task waits that a further worker could take} */
    boolean haveWork() {
        for (InjectionExecutor executor : executors) {
            if (executor.isWaiting()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes a task of an executor, which the caller then has to run.
     *
     * @param start which executor to ask first; another each time, so that none waits behind a busy one
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
