/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

/**
 * For how long.
 *
 * @param leadInMs not counted
 * @param intervalMs parts of the measured time, each with figures of its own
 */
public record Slice(long leadInMs, long measureMs, long intervalMs) {
    /** A slice in one part. */
    public static Slice of(long leadInMs, long measureMs) {
        return new Slice(leadInMs, measureMs, measureMs);
    }
}
