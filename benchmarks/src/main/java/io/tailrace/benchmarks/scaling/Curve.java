/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
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
import java.util.function.Function;

/** What more and more streams, publishers or subscribers do: a table and a plot. */
final class Curve {
    private final Cell.Part part;
    private final String name;
    private final List<Comparison> comparisons;
    private final Optional<Comparison> firstOversubscribed;

    Curve(Results results, Cell.Part part) {
        this.part = part;
        this.name = part.name().toLowerCase(Locale.ROOT);
        this.comparisons = Comparison.all(results, part);
        this.firstOversubscribed =
                comparisons.stream().filter(Comparison::hasMoreThreadsThanCores).findFirst();
    }

    /** {@return nothing if nothing was measured} */
    String toMarkdown(int jdk, Plots plots) {
        String title = part.name().charAt(0) + name.substring(1);
        return comparisons.isEmpty()
                ? ""
                : "\n#### " + title + "\n\n" + about()
                        + (firstOversubscribed.isPresent() ? " \\*: more threads than cores." : "") + "\n\n" + table()
                        + "\n" + plot(jdk, plots);
    }

    private String about() {
        return switch (part) {
            case STREAMS ->
                "One publishing thread offers to all streams in turn, one subscribing thread polls them all."
                        + " They spin.";
            case PUBLISHERS -> "Publishers of one stream, one subscriber. They park.";
            case SUBSCRIBERS -> "Subscribers of one stream, one publisher. They park.";
            case GRID -> throw new IllegalStateException("not a curve: part=" + part);
        };
    }

    private Table table() {
        Table table = Table.of(name + "|M messages/s|which|ratio [quartiles]|p99 of one way, us|CPU s for a million"
                + "|fairness|nothing through for, ms|all connected after, ms");
        for (Comparison each : comparisons) {
            table.row(
                    each.cell().varied() + (each.hasMoreThreadsThanCores() ? "*, " : ", ") + each.kind(),
                    each.millions(),
                    each.variants(),
                    each.ratios().text(),
                    each.detail("p99Ns", 1e3, "%,.0f"),
                    each.detail("cpuSecondsPerMillion", 1, "%.3f"),
                    each.detail("fairness", 1, "%.2f"),
                    each.detail("longestBlockedNs", 1e6, "%.1f"),
                    each.detail("openMs", 1, "%,.0f"));
        }
        return table;
    }

    private String plot(int jdk, Plots plots) {
        String mark = firstOversubscribed
                .map(first -> ", more threads than cores from " + first.cell().varied() + " on")
                .orElse("");
        List<Series> series = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            series.add(series("Tailrace ", kind, Comparison::ours));
            series.add(series("Aeron, best ", kind, Comparison::theirs));
        }
        return plots.add(
                "scaling-" + name + "-jdk" + jdk,
                new Lines(
                        "Messages a second by " + name + ", JDK " + jdk,
                        Axis.log(name + mark),
                        Axis.log("messages/s, all subscribers together"),
                        series,
                        List.of()));
    }

    private Series series(String label, String kind, Function<Comparison, Candidate> side) {
        return new Series(
                label + kind,
                comparisons.stream()
                        .filter(each -> each.kind().equals(kind))
                        .map(each -> new Series.Point(each.cell().varied(), each.median(side.apply(each))))
                        .toList());
    }
}
