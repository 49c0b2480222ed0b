/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.List;

/** The least, the median and the most of some figures. */
record Spread(double least, double median, double most) {
    /** Of at least one. */
    static Spread of(List<Double> figures) {
        List<Double> sorted = figures.stream().sorted().toList();
        int count = sorted.size();
        double median = (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
        return new Spread(sorted.get(0), median, sorted.get(count - 1));
    }
}
