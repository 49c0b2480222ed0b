/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;

/** A named line of a plot: its points in order of x. */
public record Series(String name, List<Point> points) {
    /** One point. */
    public record Point(double x, double y) {}
}
