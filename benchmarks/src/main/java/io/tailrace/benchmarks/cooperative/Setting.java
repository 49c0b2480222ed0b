/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import java.util.List;

/**
 * How a worker idles.
 *
 * @param minIdleUs after the first round without progress, in microseconds
 */
record Setting(int minIdleUs) {
    /** All that are compared. */
    static final List<Setting> ALL = List.of(new Setting(25), new Setting(1_000));

    /** After many of them. */
    static final int MAX_IDLE_US = 1_000;

    /** {@return what stands in the raw data} */
    String candidate() {
        return "tailrace/idle-" + minIdleUs;
    }
}
