/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.Verdict;

/**
 * The bounds from which a value is a warning or critical; NaN: never.
 *
 * @param low whether small values are bad: then values below the bound count, else values from the bound on
 */
record Threshold(double warn, double crit, boolean low) {
    /** The value is reported without a verdict. */
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

    /** False for a bound of NaN. */
    private boolean isBeyond(double value, double bound) {
        return low ? value < bound : value >= bound;
    }
}
