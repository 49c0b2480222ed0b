/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

/**
 * A bound that a median of ratios has to reach, and one that it should reach.
 *
 * @param must NaN if there is none
 * @param aim NaN if there is none
 */
public record Goal(boolean moreIsBetter, double must, double aim) {
    /** More is better. */
    public static Goal atLeast(double must, double aim) {
        return new Goal(true, must, aim);
    }

    /** Less is better. */
    public static Goal atMost(double must, double aim) {
        return new Goal(false, must, aim);
    }

    /** More is better, and nothing beyond the bound is aimed at. */
    public static Goal atLeast(double must) {
        return atLeast(must, Double.NaN);
    }

    /** Less is better, and nothing beyond the bound is aimed at. */
    public static Goal atMost(double must) {
        return atMost(must, Double.NaN);
    }

    String mustText() {
        return text(must);
    }

    String aimText() {
        return text(aim);
    }

    private String text(double bound) {
        return Double.isNaN(bound) ? "" : String.format(moreIsBetter ? "≥ %.2fx" : "≤ %.2fx", bound);
    }

    /** {@return what a ratio has reached; that it has not stands out} */
    String verdict(double ratio) {
        if (reaches(ratio, aim)) {
            return "aim reached";
        }
        if (Double.isNaN(must)) {
            return "aim NOT reached";
        }
        return reaches(ratio, must) ? "must reached" : "**NOT reached**";
    }

    /** {@return a text about ratios; bold if they miss what they must reach} */
    String marked(String text, Ratios ratios) {
        boolean misses = !ratios.isEmpty()
                && !Double.isNaN(must)
                && !reaches(ratios.spread().median(), must);
        return misses ? "**" + text + "**" : text;
    }

    private boolean reaches(double ratio, double bound) {
        return moreIsBetter ? ratio >= bound : ratio <= bound;
    }
}
