/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Setup.Product;
import io.tailrace.benchmarks.duel.Workload.Shape;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Table;

/** Tailrace beside what nothing can outdo, and what a message costs in bytes. */
final class LimitTables {
    private static final int LEAST_COPIED_PAYLOAD = 1024;

    private LimitTables() {}

    /** {@return a row for each limit that was measured in the same rounds; empty if none was} */
    static String limits(Figures figures) {
        Table table = new Table("", "Tailrace", "limit", "which", "ratio to it [quartiles]");
        boolean isEmpty = true;
        for (Cell cell : figures.cells()) {
            for (Setup limit : figures.setups(cell, setup -> limits(setup, cell.workload()))) {
                for (Setup ours : figures.setups(cell, Setup::isTailrace)) {
                    isEmpty = false;
                    table.row(
                            Words.of(cell, ours),
                            Words.value(cell.workload(), figures.median(cell, ours)),
                            Words.value(cell.workload(), figures.median(cell, limit)),
                            Words.of(limit.product()) + ", ring of " + limit.variant(),
                            Ratios.of(figures.of(cell, ours), figures.of(cell, limit))
                                    .text());
                }
            }
        }
        return isEmpty ? "" : table.toString();
    }

    /** Short messages are not limited by copying. */
    private static boolean limits(Setup setup, Workload workload) {
        return setup.isLimit() && (setup.product() != Product.MEMCPY || workload.payload() >= LEAST_COPIED_PAYLOAD);
    }

    /** {@return what Tailrace and the best Aeron pass and use, for each payload} */
    static String bytes(Figures figures) {
        Table table =
                Table.of("|Tailrace, GB/s of payload|Aeron, best, GB/s of payload|Tailrace, bytes of log a message"
                        + "|Aeron, best, bytes of log a message");
        for (Match match : Match.of(figures, shape -> shape == Shape.THROUGHPUT)) {
            Cell cell = match.cell();
            table.row(
                    Words.of(cell, match.ours()),
                    detail(figures, cell, match.ours(), "gigabytesPerSecond", "%.2f"),
                    detail(figures, cell, match.best(), "gigabytesPerSecond", "%.2f"),
                    detail(figures, cell, match.ours(), "logBytesPerMessage", "%,.0f"),
                    detail(figures, cell, match.best(), "logBytesPerMessage", "%,.0f"));
        }
        return table.toString();
    }

    private static String detail(Figures figures, Cell cell, Setup setup, String name, String format) {
        return String.format(format, figures.median(cell, setup, m -> m.number(name)));
    }
}
