/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.List;

/**
 * A plot of small charts beside one another, with the same axes. All points are shown as they are.
 *
 * @param title of the plot
 * @param x what the horizontal axis is
 * @param y what the vertical axis is; begins at 0
 * @param columns the values of x, which lie equally far apart
 * @param facets the charts
 */
record Facets(String title, String x, String y, List<Integer> columns, List<Facet> facets) {
    /** One chart. */
    record Facet(String title, List<Series> series) {}

    /** Points of one colour. A series of this name has this colour in every facet. */
    record Series(String name, List<Dot> dots) {}

    /** A point; the column is one of the plot's. */
    record Dot(int column, double y) {}

    double mostY() {
        return facets.stream()
                .flatMap(facet -> facet.series().stream())
                .flatMap(series -> series.dots().stream())
                .mapToDouble(Dot::y)
                .max()
                .orElse(1);
    }

    List<String> names() {
        return facets.stream()
                .flatMap(facet -> facet.series().stream())
                .map(Series::name)
                .distinct()
                .toList();
    }
}
