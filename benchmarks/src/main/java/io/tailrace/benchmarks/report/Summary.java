/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Claim.Goal;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import java.util.ArrayList;
import java.util.List;

/** The first table of the report: the project's goals and the measurements. */
public final class Summary {
    private final List<Measurement> all;

    /** Summarizes these measurements. */
    public Summary(List<Measurement> all) {
        this.all = all;
    }

    /** {@return the table, and all its rounds in a plot} */
    public String toMarkdown(Plots plots) {
        Table table = Table.of("Tailrace against Aeron's best|JDK|must|aim|measured|near only|far only"
                + "|rounds near/far/mixed (disturbed)|");
        List<Strip.Row> rows = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        List<Integer> jdks =
                all.stream().map(Measurement::jdk).distinct().sorted().toList();
        for (Claim claim : Claim.of("summary")) {
            List<Integer> without = new ArrayList<>(jdks);
            for (int jdk : jdks) {
                Ratios ratios = claim.ratios(all, jdk);
                if (!ratios.isEmpty()) {
                    without.remove((Integer) jdk);
                    table.row(cells(claim, jdk, ratios));
                    rows.add(new Strip.Row(claim.label() + ", JDK " + jdk, ratios.rounds()));
                }
            }
            if (!without.isEmpty()) {
                missing.add(claim.label() + (without.equals(jdks) ? "" : " (JDK " + without.get(0) + ")"));
            }
        }
        return table + """

                Medians of the ratios of one round, with quartiles and their number: above 1 is better for throughput,
                below 1 for round trips and latencies. The last column goes by the near rounds where there are any.
                Rounds in which others used a tenth of a processor count only where there are no others. Goals without
                Aeron are in their sections.

                """
                + (missing.isEmpty() ? "" : "Not measured: " + String.join("; ", missing) + ".\n\n")
                + plots.addStrip("summary", "All rounds of all comparisons", "ratio", rows.stream());
    }

    private static Object[] cells(Claim claim, int jdk, Ratios ratios) {
        Goal goal = claim.goal(jdk);
        return new Object[] {
            claim.label(),
            Integer.toString(jdk),
            goal.mustText(),
            goal.aimText(),
            ratios.text(),
            ratios.text(Ratios.Place.NEAR),
            ratios.text(Ratios.Place.FAR),
            ratios.places(),
            goal.verdict(ratios.decisive())
        };
    }
}
