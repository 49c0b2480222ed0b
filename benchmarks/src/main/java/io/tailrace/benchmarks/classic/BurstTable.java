/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Bars;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The table of one burst length and one JDK, and its bars. */
final class BurstTable {
    private static final List<Integer> PRODUCERS = Effort.FULL.producers();
    private static final String NOTHING = "–";

    private final Figures figures;
    private final int burst;

    BurstTable(Figures figures, int burst) {
        this.figures = figures;
        this.burst = burst;
    }

    String toMarkdown() {
        Table table = Table.of(
                "Queue|Prod #|Mean|p50|99 %|2015: mean|99 %|to the baseline|to Aeron's best [quartiles]|near|far"
                        + "|ns for one more message");
        for (Row row : Row.all()) {
            for (int producers : PRODUCERS) {
                if (!figures.of(row, producers, burst).isEmpty()) {
                    table.row(cells(row, producers));
                }
            }
        }
        return table.toString();
    }

    private Object[] cells(Row row, int producers) {
        List<Measurement> rounds = figures.of(row, producers, burst);
        History history = History.of(row, producers, burst);
        boolean isRival = row.rival() == row;
        Ratios toAeron = figures.ratios(row, row.rival(), producers, burst);
        Ratios toBaseline = figures.ratios(row, Row.WAIT_FREE, producers, burst);
        return new Object[] {
            row.label(),
            producers + (Pause.YIELD.equals(rounds.get(0).text("wait")) ? " *" : ""),
            ns(rounds, Measurement.VALUE),
            ns(rounds, "p50"),
            ns(rounds, "p99"),
            history == null ? NOTHING : String.format("%,.0f", history.mean()),
            history == null ? NOTHING : String.format("%,.0f", history.p99()),
            toBaseline.isEmpty()
                    ? NOTHING
                    : String.format("%.2fx", toBaseline.spread().median()),
            isRival ? NOTHING : toAeron.text(),
            isRival ? NOTHING : toAeron.text(Ratios.Place.NEAR),
            isRival ? NOTHING : toAeron.text(Ratios.Place.FAR),
            producers == 1 ? marginal(row) : NOTHING
        };
    }

    private String marginal(Row row) {
        OptionalDouble ns = figures.marginalNs(row, 1);
        return ns.isPresent() ? String.format("%.1f", ns.getAsDouble()) : NOTHING;
    }

    private static String ns(List<Measurement> rounds, String figure) {
        return Measurement.text(rounds, round -> round.number(figure), "%,.0f");
    }

    Bars bars(String title) {
        List<Bars.Group> groups = new ArrayList<>();
        for (Row row : Row.all()) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (int producers : PRODUCERS) {
                Figures.median(figures.of(row, producers, burst), Measurement::value)
                        .ifPresent(ns -> values.put(producers == 1 ? "1 producer" : producers + " producers", ns));
            }
            if (!values.isEmpty()) {
                groups.add(new Bars.Group(row.label(), values));
            }
        }
        Map<String, Double> limits = new LinkedHashMap<>();
        Figures.median(figures.of(Row.WAIT_FREE, 1, burst), Measurement::value)
                .ifPresent(ns -> limits.put("wait-free", ns));
        return new Bars(title, Axis.log("mean round trip in ns"), groups, limits);
    }
}
