/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.List;

/** What a section has to reach, as ratios of candidates of its own, and what was measured. */
public final class GoalTable {
    private GoalTable() {}

    /**
     * A row: two candidates in one cell.
     *
     * @param figure its name
     */
    public record Row(String label, String cell, String ours, String theirs, String figure, Goal goal) {}

    /** {@return the rows that were measured} */
    public static String of(Results results, List<Row> rows) {
        Table table = new Table("to be reached", "must", "measured", "rounds near/far/mixed (disturbed)", "");
        for (Row row : rows) {
            Ratios ratios = results.ratios(row.ours, row.theirs, row.cell, row.figure);
            if (!ratios.isEmpty()) {
                table.row(
                        row.label,
                        row.goal.mustText(),
                        ratios.text(),
                        ratios.places(),
                        row.goal.verdict(ratios.spread().median()));
            }
        }
        return table.toString();
    }
}
