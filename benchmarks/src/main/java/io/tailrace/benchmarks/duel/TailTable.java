/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.report.Table;

/** Round trips: their percentiles, and how they compare with the raw round trip between the cores. */
final class TailTable {
    private TailTable() {}

    static String of(Figures figures) {
        Table table = new Table("", "p50", "p90", "p99", "p99.9", "p99.99", "p50 by the raw round trip");
        for (Cell cell : figures.cells()) {
            if (cell.workload().isRoundTrip()) {
                for (Setup setup : figures.setups(cell, any -> true)) {
                    table.row(
                            Words.of(cell.workload()) + ", " + setup,
                            ns(figures.median(cell, setup)),
                            percentile(figures, cell, setup, "p90"),
                            percentile(figures, cell, setup, "p99"),
                            percentile(figures, cell, setup, "p999"),
                            percentile(figures, cell, setup, "p9999"),
                            String.format("%.2fx", figures.median(cell, setup, m -> m.value() / m.rawNs())));
                }
            }
        }
        return table.toString();
    }

    private static String percentile(Figures figures, Cell cell, Setup setup, String name) {
        return ns(figures.median(cell, setup, m -> m.number(name)));
    }

    private static String ns(double value) {
        return String.format("%,.0f", value);
    }
}
