/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

/**
 * An axis of a plot.
 *
 * @param label with the unit
 * @param isLog whether each step is a factor; then only positive values have a place
 */
public record Axis(String label, boolean isLog) {
    /** Begins at zero. */
    public static Axis linear(String label) {
        return new Axis(label, false);
    }

    /** Each step is a factor. */
    public static Axis log(String label) {
        return new Axis(label, true);
    }
}
