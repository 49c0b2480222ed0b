/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import java.time.Duration;

/** The time until which a call may wait. */
record Deadline(long startNs, long timeoutNs) {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    static Deadline in(Duration timeout) {
        return new Deadline(System.nanoTime(), timeout.compareTo(LONGEST) < 0 ? timeout.toNanos() : Long.MAX_VALUE);
    }

    /**
     * {@return the remaining time; 0 or less if it is over or the thread is interrupted, whose interrupt status stays
     * set}
     */
    long leftNs() {
        return Thread.currentThread().isInterrupted() ? 0 : timeoutNs - (System.nanoTime() - startNs);
    }
}
