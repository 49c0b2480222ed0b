/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.scaling.Cell.Part;
import io.tailrace.benchmarks.scaling.ScalingSection.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The throughput of many publishers, subscribers and streams. */
public final class ScalingChapter {
    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Scaling: many publishers, subscribers and streams on few cores",
            ScalingSection.NAME,
            about(),
            jdk -> ofJdk(jdk.results(), jdk.feature(), jdk.plots()),
            all -> "");

    private ScalingChapter() {}

    private static String ofJdk(Results results, int jdk, Plots plots) {
        return headlines(results) + "\n" + grid(results) + "\n" + strip(results, jdk, plots)
                + Stream.of(Part.STREAMS, Part.PUBLISHERS, Part.SUBSCRIBERS)
                        .map(part -> new Curve(results, part).toMarkdown(jdk, plots))
                        .collect(Collectors.joining());
    }

    private static String about() {
        return String.format(
                """
                Messages of %d bytes, a thread for each publisher and subscriber, all in one process with the driver;
                every subscriber takes every message and checks its number. Messages a second are those that
                subscribers took, of all subscribers together. Where there are more threads than cores every candidate
                waits in the same way: `yield` is 100 spins, then `Thread.yield`; `park` is 100 spins, 10 yields, then a
                sleep of 50 us; `spin` is for two threads only. `concurrent`: publishers share a log; `exclusive`: each
                has a log of its own. Both libraries are shown at the best of what was measured in the cell. Grid:
                Tailrace %s; Aeron as shipped, and what a pilot has chosen from %s. Curves: terms of 64 KiB, Tailrace
                %s; Aeron %s. `subscriber` means that the first subscriber's thread runs the driver, else it has a
                thread of its own. Fairness between publishers is Jain's index: 1 is even. Two figures with a stroke are
                Tailrace's and Aeron's.
                """,
                Cell.PAYLOAD,
                String.join(", ", Plan.TAILRACE),
                String.join(", ", Plan.AERON),
                String.join(", ", Plan.TAILRACE_SHORT_TERMS),
                String.join(", ", Plan.AERON_SHORT_TERMS));
    }

    /** The cells in which Aeron as shipped took part, too. */
    private static Table headlines(Results results) {
        Table table = Table.of("publishers x subscribers, waits|M messages/s|which|ratio [quartiles]|near / far only"
                + "|Tailrace's default to Aeron's best|ratio to Aeron as shipped|near/far/mixed (disturbed)");
        for (Cell cell : Comparison.cells(results, Part.GRID)) {
            for (Comparison each : Comparison.all(results, cell)) {
                Candidate shipped = Candidate.of(Product.AERON, each.kind(), AeronVariant.SHIPPED.name());
                if (results.has(shipped, cell)) {
                    String toShipped = each.ratios(each.ours(), shipped).text();
                    headline(table, label(each) + ", " + each.kind(), each, ourDefault(each.kind()), toShipped);
                }
            }
            if (cell.publishers() == 3 && cell.subscribers() == 1) {
                // If there is a choice, the better kind counts: each library's best against the other's.
                Comparison.of(results, cell, Candidate.KINDS).ifPresent(each -> {
                    Candidate best = Candidate.KINDS.stream()
                            .map(ScalingChapter::ourDefault)
                            .filter(candidate -> results.has(candidate, cell))
                            .max(Comparator.comparingDouble(each::median))
                            .orElse(ourDefault(each.kind()));
                    headline(table, "**" + label(each) + ", best of both kinds**", each, best, "–");
                });
            }
        }
        return table;
    }

    private static Candidate ourDefault(String kind) {
        return Candidate.of(Product.TAILRACE, kind, Candidate.DEFAULT);
    }

    private static void headline(
            Table table, String label, Comparison comparison, Candidate ourDefault, String toShipped) {
        Ratios ratios = comparison.ratios();
        table.row(
                label,
                comparison.millions(),
                comparison.variants(),
                ratios.text(),
                ratios.nearAndFar(),
                comparison.ratios(ourDefault, comparison.theirs()).text(),
                toShipped,
                ratios.places());
    }

    private static String label(Comparison comparison) {
        Cell cell = comparison.cell();
        return cell.publishers() + " x " + cell.subscribers() + " "
                + cell.waits().name().toLowerCase(Locale.ROOT)
                + (comparison.hasMoreThreadsThanCores() ? " (more threads than cores)" : "");
    }

    private static Table grid(Results results) {
        Table table = Table.of("publishers x subscribers, waits|M messages/s|per subscriber|which|ratio|fairness"
                + "|CPU s for a million|nothing through for, ms");
        for (Comparison each : Comparison.all(results, Part.GRID)) {
            table.row(
                    label(each) + ", " + each.kind(),
                    each.millions(),
                    String.format(
                            "%.2f", each.median(each.ours()) / 1e6 / each.cell().subscribers()),
                    each.variants(),
                    each.ratios().text(),
                    each.detail("fairness", 1, "%.2f"),
                    each.detail("cpuSecondsPerMillion", 1, "%.2f"),
                    each.detail("longestBlockedNs", 1e6, "%.1f"));
        }
        return table;
    }

    private static String strip(Results results, int jdk, Plots plots) {
        return plots.addStrip(
                "scaling-ratios-jdk" + jdk,
                "Messages a second: Tailrace to the best Aeron, each round, JDK " + jdk,
                "ratio, more is better",
                Stream.of(Part.values())
                        .flatMap(part -> Comparison.all(results, part).stream())
                        .map(each -> new Strip.Row(
                                each.cell() + ", " + each.kind(), each.ratios().rounds())));
    }

    /** A growing number of streams, publishers or subscribers: a table and a plot. */
    static final class Curve {
        private final Cell.Part part;
        private final String name;
        private final List<Comparison> comparisons;
        private final Optional<Comparison> firstOversubscribed;

        Curve(Results results, Cell.Part part) {
            this.part = part;
            this.name = part.name().toLowerCase(Locale.ROOT);
            this.comparisons = Comparison.all(results, part);
            this.firstOversubscribed = comparisons.stream()
                    .filter(Comparison::hasMoreThreadsThanCores)
                    .findFirst();
        }

        /** {@return the text; empty without measurements} */
        String toMarkdown(int jdk, Plots plots) {
            String title = part.name().charAt(0) + name.substring(1);
            return comparisons.isEmpty()
                    ? ""
                    : "\n#### " + title + "\n\n" + about()
                            + (firstOversubscribed.isPresent() ? " \\*: more threads than cores." : "") + "\n\n"
                            + table()
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
                    .map(first ->
                            ", more threads than cores from " + first.cell().varied() + " on")
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

    /** The best Tailrace in one cell, and the best Aeron that was measured beside it. */
    record Comparison(Results results, Cell cell, Candidate ours, Candidate theirs) {
        static final String MORE_THREADS_THAN_CORES = "moreThreadsThanCores";

        /** {@return the comparisons in all cells of a part, in order of size} */
        static List<Comparison> all(Results results, Cell.Part part) {
            return cells(results, part).stream()
                    .flatMap(cell -> all(results, cell).stream())
                    .toList();
        }

        /** {@return a comparison for each kind of publication that was measured in the cell} */
        static List<Comparison> all(Results results, Cell cell) {
            return Candidate.KINDS.stream()
                    .flatMap(kind -> of(results, cell, List.of(kind)).stream())
                    .toList();
        }

        /** {@return each library's best among those that publish in one of these ways} */
        static Optional<Comparison> of(Results results, Cell cell, List<String> kinds) {
            return best(results, cell, Product.TAILRACE, kinds)
                    .flatMap(ours -> best(results, cell, Product.AERON, kinds)
                            .map(theirs -> new Comparison(results, cell, ours, theirs)));
        }

        private static Optional<Candidate> best(Results results, Cell cell, Product product, List<String> kinds) {
            return results.candidates(cell, Candidate::new)
                    .filter(candidate -> candidate.product() == product && kinds.contains(candidate.kind()))
                    .max(Comparator.comparingDouble(candidate -> results.median(candidate, cell, Measurement.VALUE)));
        }

        /** {@return the cells of a part that were measured, in order of size} */
        static List<Cell> cells(Results results, Cell.Part part) {
            return results.cells(Cell::parse)
                    .filter(cell -> cell.part() == part)
                    .sorted(Comparator.comparing(Cell::waits)
                            .thenComparingInt(Cell::streams)
                            .thenComparingInt(Cell::publishers)
                            .thenComparingInt(Cell::subscribers))
                    .toList();
        }

        String kind() {
            return ours.kind();
        }

        /** {@return the configurations of both} */
        String variants() {
            return ours.variant() + " / " + theirs.variant();
        }

        /** {@return the conditions of the measurement} */
        boolean hasMoreThreadsThanCores() {
            return results.of(ours, cell).get(0).text(MORE_THREADS_THAN_CORES).equals("true");
        }

        Ratios ratios() {
            return ratios(ours, theirs);
        }

        Ratios ratios(Candidate one, Candidate other) {
            return results.ratios(one, other, cell, Measurement.VALUE);
        }

        /** {@return messages a second of one of the two} */
        double median(Candidate candidate) {
            return results.median(candidate, cell, Measurement.VALUE);
        }

        /** {@return messages a second in millions, ours and theirs} */
        String millions() {
            return detail(Measurement.VALUE, 1e6, "%.2f");
        }

        /** {@return a figure, ours and theirs, divided and rounded} */
        String detail(String name, double divisor, String format) {
            return String.format(
                    format + " / " + format,
                    results.median(ours, cell, name) / divisor,
                    results.median(theirs, cell, name) / divisor);
        }
    }
}
