/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** An executor under test. One thread submits. */
interface Contestant extends AutoCloseable {
    /** Has the task run once. Blocks while as many wait as may. */
    void submit(Runnable task);

    /** {@return what each task has to release at its end; null where the executor itself bounds how many wait} */
    default @Nullable Semaphore room() {
        return null;
    }

    /** Waits for its threads to end. */
    @Override
    default void close() {}

    /**
     * The limits of an executor.
     *
     * @param threads that run tasks
     * @param waiting most tasks that wait beside
     */
    record Limits(int threads, int waiting) {
        /** {@return most tasks that run and wait} */
        int all() {
            return threads + waiting;
        }
    }
}
