/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Bench.Cell;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Bars;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The table of one burst length and one JDK, and its bars. */
record BurstTable(Results results, int burst) {
    private static final List<Integer> PRODUCERS = Effort.FULL.producers();
    private static final String NOTHING = "–";

    String toMarkdown() {
        Table table = Table.of(
                "Queue|Prod #|Mean|p50|99 %|2015: mean|99 %|to the baseline|to Aeron's best [quartiles]|near|far"
                        + "|ns for one more message");
        for (Row row : Row.values()) {
            for (int producers : PRODUCERS) {
                if (!of(row, producers).isEmpty()) {
                    table.row(cells(row, producers));
                }
            }
        }
        return table.toString();
    }

    /** {@return the rounds of one cell; none if it was not measured} */
    private List<Measurement> of(Row row, int producers) {
        return of(row, producers, burst);
    }

    private List<Measurement> of(Row row, int producers, int length) {
        return results.all().stream()
                .filter(measurement -> measurement.cell().equals(Cell.name(producers, length)))
                .filter(measurement -> measurement.text("row").equals(row.name()))
                .toList();
    }

    private Object[] cells(Row row, int producers) {
        List<Measurement> rounds = of(row, producers);
        History history = History.of(row, producers, burst);
        boolean isRival = row.rival() == row;
        Ratios toAeron = Ratios.of(rounds, of(row.rival(), producers));
        Ratios toBaseline = Ratios.of(rounds, of(Row.WAIT_FREE, producers));
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

    /** {@return what one more message costs in a long burst, in ns} */
    private String marginal(Row row) {
        int shortest = Effort.BURSTS.get(0);
        int longest = Effort.BURSTS.get(1);
        List<Measurement> one = of(row, 1, shortest);
        List<Measurement> many = of(row, 1, longest);
        return one.isEmpty() || many.isEmpty()
                ? NOTHING
                : String.format("%.1f", (mean(many) - mean(one)) / (longest - shortest));
    }

    private static double mean(List<Measurement> rounds) {
        return Spread.of(rounds, Measurement::value).median();
    }

    private static String ns(List<Measurement> rounds, String figure) {
        return Measurement.text(rounds, round -> round.number(figure), "%,.0f");
    }

    Bars bars(String title) {
        List<Bars.Group> groups = new ArrayList<>();
        for (Row row : Row.values()) {
            Map<String, Double> values = new LinkedHashMap<>();
            for (int producers : PRODUCERS) {
                putMean(values, producers == 1 ? "1 producer" : producers + " producers", row, producers);
            }
            if (!values.isEmpty()) {
                groups.add(new Bars.Group(row.label(), values));
            }
        }
        Map<String, Double> limits = new LinkedHashMap<>();
        putMean(limits, "wait-free", Row.WAIT_FREE, 1);
        return new Bars(title, Axis.log("mean round trip in ns"), groups, limits);
    }

    private void putMean(Map<String, Double> values, String name, Row row, int producers) {
        List<Measurement> rounds = of(row, producers);
        if (!rounds.isEmpty()) {
            values.put(name, mean(rounds));
        }
    }
}
