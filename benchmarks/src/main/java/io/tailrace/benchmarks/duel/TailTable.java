/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.report.Table;
import java.util.stream.Stream;

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
                            Stream.of("p90", "p99", "p999", "p9999")
                                    .map(name -> ns(figures.median(cell, setup, m -> m.number(name))))
                                    .toList(),
                            String.format("%.2fx", figures.median(cell, setup, m -> m.value() / m.rawNs())));
                }
            }
        }
        return table.toString();
    }

    private static String ns(double value) {
        return String.format("%,.0f", value);
    }
}
