/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Place;
import io.tailrace.benchmarks.report.Table;
import java.util.List;

/** The headline: medians, and medians of the rounds' ratios. */
final class MatchTable {
    private MatchTable() {}

    static String of(Figures figures, List<Match> matches) {
        Table table = Table.of("|Tailrace|Aeron, best|which|Aeron, shipped|ratio to the best [quartiles]|near only"
                + "|ratio to shipped|rounds near/far/mixed (disturbed)|");
        for (Match match : matches) {
            Cell cell = match.cell();
            Workload workload = cell.workload();
            Ratios ratios = match.ratios(figures);
            table.row(
                    Words.of(cell, match.ours()),
                    Words.value(workload, figures.median(cell, match.ours())),
                    Words.value(workload, figures.median(cell, match.best())),
                    match.best().variant() + ", " + Words.of(match.best().api()),
                    match.shipped()
                            .map(setup -> Words.value(workload, figures.median(cell, setup)))
                            .orElse("–"),
                    ratios.text(),
                    ratios.text(Place.NEAR),
                    match.shippedRatio(figures),
                    ratios.places(),
                    match.verdict(ratios));
        }
        return table.toString();
    }
}
