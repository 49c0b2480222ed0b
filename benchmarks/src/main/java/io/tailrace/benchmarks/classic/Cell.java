/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

/** One figure of the table. */
record Cell(Row row, String candidate, int producers, int burst) {
    /** {@return what all rows measure alike} */
    static String name(int producers, int burst) {
        return "burst-" + burst + "-producers-" + producers;
    }

    String name() {
        return name(producers, burst);
    }
}
