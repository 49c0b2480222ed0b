/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that wake one another, shared by any number of executors. Any thread.
 *
 * <pre>{@code
 * try (Injector injector = new Injector();
 *         InjectionExecutor orders = injector.newExecutor(ExecutorConfig.of("orders", 4))) {
 *     orders.execute(task);
 * }
 * }</pre>
 */
public final class Injector implements AutoCloseable {
    private final ExecutorList executors = new ExecutorList();
    private final WorkerPool pool;

    /** Creates an injector with {@link InjectorConfig#DEFAULT}. */
    public Injector() {
        this(InjectorConfig.DEFAULT);
    }

    /** Creates an injector. It has no thread until there is a task. */
    public Injector(InjectorConfig config) {
        pool = new WorkerPool(Objects.requireNonNull(config, "config"), executors);
    }

    /**
     * {@return a new executor, which exists until it is shut down}
     *
     * @throws IllegalStateException if the injector is closed
     */
    public InjectionExecutor newExecutor(ExecutorConfig config) {
        InjectionExecutor executor = new InjectionExecutor(pool, Objects.requireNonNull(config, "config"));
        if (!executors.add(executor)) {
            throw new IllegalStateException("injector is closed: executor=" + config.name());
        }
        return executor;
    }

    /** {@return the work done by the threads} */
    public InjectorCounters counters() {
        return pool.counters();
    }

    /**
     * Closes all executors, as {@link InjectionExecutor#close} does, and ends all threads.
     *
     * @throws IllegalStateException if a task of one of the executors calls this, which would wait for itself
     */
    @Override
    public void close() {
        if (pool.isInTask()) {
            throw new IllegalStateException("a task cannot close the injector that runs it: thread="
                    + Thread.currentThread().getName());
        }
        var all = executors.close();
        all.forEach(InjectionExecutor::shutdown);
        all.forEach(InjectionExecutor::close);
        pool.close();
    }

    /** The executors of an injector that are not terminated. Any thread. */
    static final class ExecutorList {
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
            executors =
                    Arrays.stream(executors).filter(other -> other != executor).toArray(InjectionExecutor[]::new);
        }

        /** {@return the remaining executors; no more are added from now on} */
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
         * Takes a task of an executor. The caller must then run it.
         *
         * @param start the executor to ask first; different each time, so that none has to wait for a busy one
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
}
