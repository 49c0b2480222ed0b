/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.measure.BenchPlan.Intervals;
import org.junit.jupiter.api.Test;

class IntervalsTest {
    @Test
    void eachEndIsToldOnce() {
        Intervals intervals = new Intervals(10, 5);
        assertFalse(intervals.hasEnded(Long.MIN_VALUE));
        assertFalse(intervals.hasEnded(9));
        assertTrue(intervals.hasEnded(10));
        assertFalse(intervals.hasEnded(14));
        assertTrue(intervals.hasEnded(21));
        assertTrue(intervals.hasEnded(21));
        assertFalse(intervals.hasEnded(21));
    }
}
