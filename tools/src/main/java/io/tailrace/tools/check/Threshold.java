/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.Verdict;

/**
 * From where on a value is a warning, and from where on it is critical; NaN: never.
 *
 * @param low whether small values are the bad ones: those below, not those from there on
 */
record Threshold(double warn, double crit, boolean low) {
    /** Whatever the value is, it is told only. */
    static final Threshold NONE = atLeast(Double.NaN, Double.NaN);

    static Threshold atLeast(double warn, double crit) {
        return new Threshold(warn, crit, false);
    }

    static Threshold below(double warn, double crit) {
        return new Threshold(warn, crit, true);
    }

    Verdict judge(double value) {
        if (Double.isNaN(value)) {
            return Verdict.UNKNOWN;
        }
        return isBeyond(value, crit) ? Verdict.CRITICAL : isBeyond(value, warn) ? Verdict.WARNING : Verdict.OK;
    }

    /** No number is beyond NaN. */
    private boolean isBeyond(double value, double bound) {
        return low ? value < bound : value >= bound;
    }
}
