/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import java.util.Objects;

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

    /** With {@link InjectorConfig#DEFAULT}. */
    public Injector() {
        this(InjectorConfig.DEFAULT);
    }

    /** There is no thread until there is a task. */
    public Injector(InjectorConfig config) {
        pool = new WorkerPool(Objects.requireNonNull(config, "config"), executors);
    }

    /**
     * {@return a new executor, which stays until it is shut down}
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

    /** {@return what the threads have done so far} */
    public InjectorCounters counters() {
        return pool.counters();
    }

    /**
     * Closes all executors, as by {@link InjectionExecutor#close}, and ends all threads.
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
}
