/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;
import java.util.Map;

/** The content of a plot. */
public sealed interface Plot {
    String title();

    /**
     * Horizontal bars.
     *
     * @param limits lines across all bars, by name
     */
    record Bars(String title, Axis axis, List<Group> groups, Map<String, Double> limits) implements Plot {
        /** Bars that are compared with one another, by name. A name has the same colour in every group. */
        public record Group(String label, Map<String, Double> values) {}
    }

    /**
     * Lines through points.
     *
     * @param limits lines that nothing can cross, drawn dashed
     */
    record Lines(String title, Axis x, Axis y, List<Series> series, List<Series> limits) implements Plot {}

    /** Percentile curves. The x of a point is the fraction of messages (0.999, less than 1) that took at most its y. */
    record Percentiles(String title, Axis y, List<Series> series) implements Plot {}

    /** Every ratio of every round as a dot, a row for each comparison, with its median, on a logarithmic axis. */
    record Strip(String title, String axisLabel, List<Row> rows) implements Plot {
        /** One comparison. */
        public record Row(String label, List<Ratios.Round> rounds) {}
    }

    /** A named line: its points in order of x. */
    record Series(String name, List<Point> points) {
        /** One point. */
        public record Point(double x, double y) {}
    }

    /** An axis with its unit. On a logarithmic one only positive values have a place. */
    record Axis(String label, boolean isLog) {
        public static Axis linear(String label) {
            return new Axis(label, false);
        }

        public static Axis log(String label) {
            return new Axis(label, true);
        }

        boolean has(double value) {
            return Double.isFinite(value) && (!isLog || value > 0);
        }
    }
}
