/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;

/**
 * Every ratio of every round as a dot, a row for each comparison, its median marked. The axis is logarithmic with a line at 1.
 */
public record Strip(String title, String axisLabel, List<Row> rows) {
    /** One comparison. */
    public record Row(String label, List<Ratios.Round> rounds) {}
}
