/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/** One of the two directions between the processes. */
enum Stream {
    /** From left to right. */
    THERE(1),
    /** From right to left. */
    BACK(2);

    private final int id;

    Stream(int id) {
        this.id = id;
    }

    /** {@return 1 or 2} */
    int id() {
        return id;
    }
}
