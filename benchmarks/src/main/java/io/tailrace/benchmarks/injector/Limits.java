/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

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
