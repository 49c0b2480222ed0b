/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import org.jspecify.annotations.Nullable;

/** When a thread that polls runs the driver, where that has no thread of its own. One thread. */
final class DriverTurn {
    private static final int POLLS = 16;
    private final @Nullable Runnable cycle;
    private final int cyclesPerLimit;
    /** In the middle of an array, because what lies beside an object may belong to the other thread. */
    private final long[] polls = new long[32];

    /**
     * Makes it.
     *
     * @param cycle of the driver; null if it has a thread
     * @param cyclesPerLimit the more of them the more messages a poll may take, so that long messages do not use up a
     *     window first
     */
    DriverTurn(@Nullable Runnable cycle, int cyclesPerLimit) {
        this.cycle = cycle;
        this.cyclesPerLimit = cyclesPerLimit;
    }

    /** Runs the driver if it is its turn: once in {@code limit / cyclesPerLimit} polls. */
    void beforePoll(int limit) {
        if (cycle != null && ++polls[POLLS] >= limit / cyclesPerLimit) {
            polls[POLLS] = 0;
            cycle.run();
        }
    }
}
