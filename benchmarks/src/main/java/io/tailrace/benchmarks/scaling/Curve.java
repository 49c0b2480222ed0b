/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Lines;
import io.tailrace.benchmarks.report.Plot.Series;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One of the curves: a table and a plot. */
enum Curve {
    STREAMS(
            Cell.Part.STREAMS,
            "One publishing thread offers to all streams in turn, one subscribing thread polls them all. They spin."),
    PUBLISHERS(Cell.Part.PUBLISHERS, "Publishers of one stream, one subscriber. They park."),
    SUBSCRIBERS(Cell.Part.SUBSCRIBERS, "Subscribers of one stream, one publisher. They park.");

    private final Cell.Part part;
    private final String about;

    Curve(Cell.Part part, String about) {
        this.part = part;
        this.about = about;
    }

    String toMarkdown(Results results, int jdk, Plots plots) {
        List<Cell> cells = Comparison.cells(results, part);
        return cells.isEmpty()
                ? ""
                : "\n#### " + title() + "\n\n" + about + oversubscription(results, cells) + "\n\n"
                        + table(results, cells) + "\n" + plot(results, jdk, plots);
    }

    private static String oversubscription(Results results, List<Cell> cells) {
        return from(results, cells).isEmpty() ? "" : " \\*: more threads than cores.";
    }

    /** {@return the first cell with more threads than cores} */
    private static Optional<Cell> from(Results results, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> Comparison.all(results, cell).stream().anyMatch(Comparison::hasMoreThreadsThanCores))
                .findFirst();
    }

    private String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    private String table(Results results, List<Cell> cells) {
        Table table = Table.of(part.name().toLowerCase(Locale.ROOT)
                + "|M messages/s|which|ratio [quartiles]|p99 of one way, us|CPU s for a million|fairness"
                + "|nothing through for, ms|all connected after, ms");
        for (Cell cell : cells) {
            for (Comparison each : Comparison.all(results, cell)) {
                table.row(
                        cell.varied() + (each.hasMoreThreadsThanCores() ? "*, " : ", ") + each.kind(),
                        each.millions(),
                        each.variants(),
                        each.ratios().text(),
                        each.detail("p99Ns", 1e3, "%,.0f"),
                        each.detail("cpuSecondsPerMillion", 1, "%.3f"),
                        each.detail("fairness", 1, "%.2f"),
                        each.detail("longestBlockedNs", 1e6, "%.1f"),
                        each.detail("openMs", 1, "%,.0f"));
            }
        }
        return table.toString();
    }

    private String plot(Results results, int jdk, Plots plots) {
        String what = part.name().toLowerCase(Locale.ROOT);
        String mark = from(results, Comparison.cells(results, part))
                .map(cell -> ", more threads than cores from " + cell.varied() + " on")
                .orElse("");
        List<Series> series = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            List<Comparison> comparisons = Comparison.cells(results, part).stream()
                    .flatMap(cell -> Comparison.of(results, cell, kind).stream())
                    .toList();
            String suffix = " " + kind;
            series.add(new Series(
                    "Tailrace" + suffix,
                    comparisons.stream()
                            .map(each -> point(each.cell(), each.ours()))
                            .toList()));
            series.add(new Series(
                    "Aeron, best" + suffix,
                    comparisons.stream()
                            .map(each -> point(each.cell(), each.theirs()))
                            .toList()));
        }
        return plots.add(
                "scaling-" + what + "-jdk" + jdk,
                new Lines(
                        "Messages a second by " + what + ", JDK " + jdk,
                        Axis.log(what + mark),
                        Axis.log("messages/s, all subscribers together"),
                        series,
                        List.of()));
    }

    private static Series.Point point(Cell cell, List<Measurement> measurements) {
        return new Series.Point(cell.varied(), Results.median(measurements, Measurement.VALUE));
    }
}
