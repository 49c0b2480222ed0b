/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/**
 * For how long.
 *
 * @param leadInMs not counted
 * @param intervalMs parts of the measured time, each with figures of its own
 */
public record Slice(long leadInMs, long measureMs, long intervalMs) {
    private static final long NS_PER_MS = 1_000_000;

    /** A slice in one part. */
    public static Slice of(long leadInMs, long measureMs) {
        return new Slice(leadInMs, measureMs, measureMs);
    }

    Schedule startingAt(long startNs, long periodNs) {
        return new Schedule(startNs, periodNs, leadInMs * NS_PER_MS, measureMs * NS_PER_MS, intervalMs * NS_PER_MS);
    }
}
