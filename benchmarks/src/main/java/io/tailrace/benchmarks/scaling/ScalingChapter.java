/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plot.Strip;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What many publishers, subscribers and streams do to the throughput. */
public final class ScalingChapter implements Chapter {
    @Override
    public String title() {
        return "Scaling: many publishers, subscribers and streams on few cores";
    }

    @Override
    public String toMarkdown(List<Measurement> all, Plots plots) {
        return Chapter.ofEachJdk(
                about(), Results.byJdk(all, ScalingSection.NAME), (jdk, results) -> ofJdk(results, jdk, plots), "");
    }

    private static String ofJdk(Results results, int jdk, Plots plots) {
        return headlines(results)
                + '\n'
                + grid(results)
                + '\n'
                + strip(results, jdk, plots)
                + Stream.of(Curve.values())
                        .map(curve -> curve.toMarkdown(results, jdk, plots))
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
                Inbox.LENGTH,
                String.join(", ", Plan.TAILRACE),
                String.join(", ", Plan.AERON),
                String.join(", ", Plan.TAILRACE_SHORT_TERMS),
                String.join(", ", Plan.AERON_SHORT_TERMS));
    }

    /** The cells in which Aeron as shipped took part, too. */
    private static String headlines(Results results) {
        Table table = Table.of("publishers x subscribers, waits|M messages/s|which|ratio [quartiles]|near / far only"
                + "|Tailrace's default to Aeron's best|ratio to Aeron as shipped|near/far/mixed (disturbed)");
        for (Cell cell : Comparison.cells(results, Cell.Part.GRID)) {
            for (Comparison each : Comparison.all(results, cell)) {
                List<Measurement> ourDefault =
                        results.of(Candidate.of(Product.TAILRACE, each.kind(), Candidate.DEFAULT), cell);
                List<Measurement> shipped =
                        results.of(Candidate.of(Product.AERON, each.kind(), AeronVariant.SHIPPED.name()), cell);
                if (!shipped.isEmpty()) {
                    Ratios ratios = each.ratios();
                    table.row(
                            label(each) + ", " + each.kind(),
                            each.millions(),
                            each.variants(),
                            ratios.text(),
                            ratios.text(Ratios.Place.NEAR) + " / " + ratios.text(Ratios.Place.FAR),
                            Ratios.of(ourDefault, each.theirs()).text(),
                            Ratios.of(each.ours(), shipped).text(),
                            ratios.places());
                }
            }
            bestOfAll(results, cell, table);
        }
        return table.toString();
    }

    /** Whoever may choose takes the better kind: each library's best against the other's. */
    private static void bestOfAll(Results results, Cell cell, Table table) {
        List<Comparison> kinds = Comparison.all(results, cell);
        if (cell.publishers() != 3 || cell.subscribers() != 1 || kinds.isEmpty()) {
            return;
        }
        Comparator<List<Measurement>> byFigure =
                Comparator.comparingDouble(some -> Results.median(some, Measurement.VALUE));
        List<Measurement> ours =
                kinds.stream().map(Comparison::ours).max(byFigure).orElseThrow();
        List<Measurement> theirs =
                kinds.stream().map(Comparison::theirs).max(byFigure).orElseThrow();
        List<Measurement> ourDefault = kinds.stream()
                .map(each -> results.of(Candidate.of(Product.TAILRACE, each.kind(), Candidate.DEFAULT), cell))
                .filter(some -> !some.isEmpty())
                .max(byFigure)
                .orElse(List.of());
        Ratios ratios = Ratios.of(ours, theirs);
        table.row(
                "**" + label(kinds.get(0)) + ", best of both kinds**",
                Comparison.millions(ours) + " / " + Comparison.millions(theirs),
                Comparison.variant(ours) + " / " + Comparison.variant(theirs),
                ratios.text(),
                ratios.text(Ratios.Place.NEAR) + " / " + ratios.text(Ratios.Place.FAR),
                Ratios.of(ourDefault, theirs).text(),
                "–",
                ratios.places());
    }

    private static String label(Comparison comparison) {
        Cell cell = comparison.cell();
        return cell.publishers() + " x " + cell.subscribers() + " "
                + cell.waits().name().toLowerCase(Locale.ROOT)
                + (comparison.hasMoreThreadsThanCores() ? " (more threads than cores)" : "");
    }

    private static String grid(Results results) {
        Table table = Table.of("publishers x subscribers, waits|M messages/s|per subscriber|which|ratio|fairness"
                + "|CPU s for a million|nothing through for, ms");
        for (Cell cell : Comparison.cells(results, Cell.Part.GRID)) {
            for (Comparison each : Comparison.all(results, cell)) {
                table.row(
                        label(each) + ", " + each.kind(),
                        each.millions(),
                        String.format(
                                "%.2f", Results.median(each.ours(), Measurement.VALUE) / 1e6 / cell.subscribers()),
                        each.variants(),
                        each.ratios().text(),
                        each.detail("fairness", 1, "%.2f"),
                        each.detail("cpuSecondsPerMillion", 1, "%.2f"),
                        each.detail("longestBlockedNs", 1e6, "%.1f"));
            }
        }
        return table.toString();
    }

    private static String strip(Results results, int jdk, Plots plots) {
        List<Strip.Row> rows = new ArrayList<>();
        Stream.of(Cell.Part.values())
                .flatMap(part -> Comparison.cells(results, part).stream())
                .flatMap(cell -> Comparison.all(results, cell).stream())
                .filter(each -> !each.ratios().isEmpty())
                .forEach(each -> rows.add(new Strip.Row(
                        each.cell() + ", " + each.kind(), each.ratios().rounds())));
        return rows.isEmpty()
                ? ""
                : plots.add(
                        "scaling-ratios-jdk" + jdk,
                        new Strip(
                                "Messages a second: Tailrace to the best Aeron, each round, JDK " + jdk,
                                "ratio, more is better",
                                rows));
    }
}
