/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** Median and quartiles of figures. */
public record Spread(int count, double first, double median, double third) {
    /** {@return the spread of a figure} */
    public static <T> Spread of(List<T> all, ToDoubleFunction<T> figure) {
        return of(all.stream().map(figure::applyAsDouble).toList());
    }

    /**
     * Sorts the figures.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Spread of(List<Double> figures) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("no figures");
        }
        List<Double> sorted = figures.stream().sorted().toList();
        return new Spread(sorted.size(), quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
    }

    private static double quantile(List<Double> sorted, double fraction) {
        double place = fraction * (sorted.size() - 1);
        int below = (int) place;
        int above = Math.min(below + 1, sorted.size() - 1);
        return sorted.get(below) + (place - below) * (sorted.get(above) - sorted.get(below));
    }
}
