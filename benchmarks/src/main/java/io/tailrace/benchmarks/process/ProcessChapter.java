/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Percentiles;
import io.tailrace.benchmarks.report.Plot.Strip;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Latency between two processes, as tables and curves. */
final class ProcessChapter implements Chapter {
    private static final Candidate RAW_LINES = Candidate.of(Product.RAW_LINES);

    /** Where the curves are drawn. */
    private static final List<Integer> CURVE_RATES = List.of(100_000, 1_000_000);

    private static final String EXPLANATION = """
            Two JVMs with one spinning thread each, pinned to a core each where there are two; drivers run in a third
            process unless said otherwise. Medians over the slices, in ns. Ratios are medians of ratios of the same
            round, with quartiles and number of rounds; below 1x Tailrace is faster. "Aeron's best" is the best that was
            measured beside Tailrace, of the same kind (concurrent or exclusive): the pilot's choice from the matrix
            below, or as shipped.
            """;

    private static final String ONE_WAY = """

            One way, open loop: each message carries the time at which it should have been sent, and the schedule is
            never set back. FAIL: less than 99.9 % of the rate was achieved; the latencies are then those of a growing
            backlog. `jitter` is two threads that keep the schedule and send nothing: the worse of the two is the floor
            of every tail.
            """;

    @Override
    public String title() {
        return "Two processes";
    }

    @Override
    public String toMarkdown(List<Measurement> all, Plots plots) {
        SortedMap<Integer, Found> byJdk = Found.byJdk(all, ProcessSection.NAME);
        return Chapter.ofEachJdk(
                EXPLANATION,
                byJdk,
                (jdk, found) -> clocks(found) + roundTrips(found) + oneWay(found) + plots(jdk, found, plots),
                pilot(all) + configurations(byJdk));
    }

    private static String clocks(Found found) {
        StringBuilder text = new StringBuilder();
        for (Cell cell : found.cells(Cell.Kind.CLOCK)) {
            text.append(String.format(
                    """
                    The clocks of the two processes: there %s ns, back %s ns, there and back %s ns; so they agree within
                    %,.0f ns.

                    """,
                    ns(found, cell, RAW_LINES, "there"),
                    ns(found, cell, RAW_LINES, "back"),
                    ns(found, cell, RAW_LINES, "p50"),
                    Math.abs(found.median(cell, RAW_LINES, "value"))));
        }
        return text.toString();
    }

    private static String roundTrips(Found found) {
        StringBuilder text = new StringBuilder();
        for (Cell cell : found.cells(Cell.Kind.ROUNDTRIP)) {
            Table table = Table.of("round trip of " + cell.payload() + " bytes, ns"
                    + "|p50|p90|p99|p99.9|p99.99|max|p50 to Aeron's best|near only|p50 to raw"
                    + "|rounds near/far/mixed (disturbed)");
            for (Candidate candidate : found.candidates(cell)) {
                Optional<Ratios> toAeron = toAeron(found, cell, candidate, "p50");
                table.row(
                        candidate.toString(),
                        found.ns(cell, candidate, "p50", "p90", "p99", "p999", "p9999", "max"),
                        found.toAeron(cell, candidate, "p50"),
                        toAeron.map(ratios -> ratios.text(Ratios.Place.NEAR)).orElse(""),
                        candidate.equals(RAW_LINES)
                                ? ""
                                : found.ratios(cell, candidate, RAW_LINES, "p50")
                                        .text(),
                        found.ratios(cell, candidate, RAW_LINES, "p50").places());
            }
            text.append(table).append('\n');
        }
        return text.toString();
    }

    private static String oneWay(Found found) {
        List<Cell> cells = found.cells(Cell.Kind.ONEWAY);
        StringBuilder text = new StringBuilder(cells.isEmpty() ? "" : ONE_WAY + "\n");
        for (Cell cell : cells) {
            Table table = new Table(
                    String.format("one way, %,d/s of %d bytes, ns", cell.rate(), cell.payload()),
                    "achieved",
                    "p50",
                    "p90",
                    "p99",
                    "p99.9",
                    "p99.99",
                    "max",
                    "most behind when sending",
                    "p99 to Aeron's best",
                    "p99.9 to Aeron's best");
            for (Candidate candidate : found.candidates(cell)) {
                table.row(
                        candidate.toString(),
                        found.achieved(cell, candidate),
                        found.ns(cell, candidate, "p50", "p90", "p99", "p999", "p9999", "max"),
                        candidate.equals(Pair.JITTER) ? "" : ns(found, cell, candidate, "maxLag"),
                        found.toAeron(cell, candidate, "p99"),
                        found.toAeron(cell, candidate, "p999"));
            }
            text.append(table).append('\n');
        }
        return text.toString();
    }

    /** {@return ratios to the best Aeron of the same kind, for Tailrace alone} */
    private static Optional<Ratios> toAeron(Found found, Cell cell, Candidate candidate, String figure) {
        return candidate.isTailrace()
                ? found.bestAeron(cell, candidate.kind(), figure)
                        .map(aeron -> found.ratios(cell, candidate, aeron, figure))
                : Optional.empty();
    }

    private static String ns(Found found, Cell cell, Candidate candidate, String figure) {
        return String.format("%,.0f", found.median(cell, candidate, figure));
    }

    private static String plots(int jdk, Found found, Plots plots) {
        StringBuilder text = new StringBuilder();
        for (Cell cell : found.cells(Cell.Kind.ONEWAY)) {
            if (cell.payload() == 32 && CURVE_RATES.contains(cell.rate())) {
                String title =
                        String.format("One way, %,d messages/s of %d bytes, JDK %d", cell.rate(), cell.payload(), jdk);
                text.append(plots.add(
                        "process-" + cell + "-jdk" + jdk,
                        new Percentiles(
                                title,
                                Axis.log("latency, ns"),
                                curveCandidates(found, cell).stream()
                                        .map(candidate -> found.curve(cell, candidate))
                                        .toList())));
            }
        }
        List<Strip.Row> rows = strip(found);
        if (!rows.isEmpty()) {
            text.append(plots.add(
                    "process-ratios-jdk" + jdk,
                    new Strip(
                            "Tailrace to Aeron's best between processes, JDK " + jdk, "ratio, below 1: faster", rows)));
        }
        return text.append('\n').toString();
    }

    /** Of Aeron only the best of each kind, and nobody who could not keep the rate. */
    private static List<Candidate> curveCandidates(Found found, Cell cell) {
        return found.candidates(cell).stream()
                .filter(candidate -> !candidate.isAeron()
                        || found.bestAeron(cell, candidate.kind(), "value")
                                .filter(candidate::equals)
                                .isPresent())
                .filter(candidate -> found.isAchieved(cell, candidate))
                .toList();
    }

    private static List<Strip.Row> strip(Found found) {
        List<Strip.Row> rows = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            Candidate tailrace = Candidate.of(Product.TAILRACE, kind, Candidate.DEFAULT);
            for (Cell cell : found.cells(Cell.Kind.ROUNDTRIP)) {
                toAeron(found, cell, tailrace, "p50")
                        .filter(ratios -> !ratios.isEmpty())
                        .ifPresent(ratios -> rows.add(new Strip.Row(
                                kind + ", round trip, " + cell.payload() + " bytes, p50", ratios.rounds())));
            }
            for (Cell cell : found.cells(Cell.Kind.ONEWAY)) {
                if (cell.payload() == 32 && CURVE_RATES.contains(cell.rate())) {
                    for (String figure : List.of("p99", "p999")) {
                        String label = String.format("%s, one way, %,d/s, %s", kind, cell.rate(), figure);
                        toAeron(found, cell, tailrace, figure)
                                .filter(ratios -> !ratios.isEmpty())
                                .ifPresent(ratios -> rows.add(new Strip.Row(label, ratios.rounds())));
                    }
                }
            }
        }
        return rows;
    }

    private static String pilot(List<Measurement> all) {
        Table table = new Table("the pilot", "JDK", "cell", "median, ns");
        all.stream()
                .filter(measurement -> measurement.section().equals(ProcessSection.NAME))
                .filter(Measurement::isPilot)
                .collect(groupingBy(
                        measurement -> List.of(measurement.candidate(), measurement.jdk(), measurement.cell()),
                        LinkedHashMap::new,
                        toList()))
                .forEach((key, rounds) -> table.row(
                        key,
                        String.format(
                                "%,.0f", Spread.of(rounds, Measurement::value).median())));
        return table + "\n";
    }

    private static String configurations(Map<Integer, Found> byJdk) {
        StringBuilder text = new StringBuilder();
        byJdk.values().stream()
                .flatMap(found -> found.descriptions().entrySet().stream())
                .map(entry -> "- `" + entry.getKey() + "`: " + entry.getValue() + "\n")
                .distinct()
                .sorted()
                .forEach(text::append);
        return text.toString();
    }
}
