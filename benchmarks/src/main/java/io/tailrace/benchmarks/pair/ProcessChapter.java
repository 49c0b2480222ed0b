/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Plots.Plot.Percentiles;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Plots.Plot.Strip;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Results.Builds;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Latency between two processes, as tables and curves. */
final class ProcessChapter {
    private static final Candidate RAW_LINES = Candidate.of(Product.RAW_LINES);

    private static final String[] PERCENTILES = {"p50", "p90", "p99", "p999", "p9999", "max"};

    /** The points of curves. */
    private static final List<Integer> CURVE_RATES = List.of(100_000, 1_000_000);

    private static final String EXPLANATION = """
            Two JVMs with one spinning thread each, pinned to a core each where there are two; drivers run in a third
            process unless said otherwise. Medians over the slices. Ratios are medians of ratios of the same round, with
            quartiles and number of rounds: Tailrace is faster where those of times are below 1x, those of messages a
            second above. "Aeron's best" is the best that was measured beside Tailrace, of the same kind (concurrent or
            exclusive): the pilot's choice from the matrix below, or as shipped. Misses of a goal are bold.
            """;

    private static final String ONE_WAY = """

            One way, open loop: each message carries the time at which it should have been sent, and the schedule is
            never set back. FAIL: less than 99.9 % of the rate was achieved; the latencies are then those of a growing
            backlog. `jitter` is two threads that keep the schedule and send nothing: the worse of the two is the floor
            of every tail.
            """;

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Two processes",
            ProcessPlan.NAME,
            EXPLANATION,
            ProcessChapter::ofJdk,
            all -> pilot(all) + configurations(Results.byJdk(all, ProcessPlan.NAME)));

    private ProcessChapter() {}

    private static String ofJdk(Chapter.Jdk jdk) {
        Found found = new Found(jdk.results());
        return Claim.table(jdk.all(), jdk.feature(), ProcessPlan.NAME)
                + Builds.table(found.results())
                + clocks(found)
                + roundTrips(found)
                + values(found, Cell.Kind.THROUGHPUT, "messages a second|millions", 1e6)
                + values(found, Cell.Kind.POLL, "a poll that finds nothing|ns", 1)
                + oneWay(found)
                + plots(jdk.feature(), found, jdk.plots());
    }

    private static String clocks(Found found) {
        StringBuilder text = new StringBuilder("\n");
        for (Cell cell : found.cells(Cell.Kind.CLOCK)) {
            text.append(String.format(
                    """
                    The clocks of the two processes: there %s ns, back %s ns, there and back %s ns; so they agree within
                    %,.0f ns.

                    """,
                    Stream.concat(
                                    found.ns(cell, RAW_LINES, "there", "back", "p50").stream(),
                                    Stream.of(Math.abs(found.results().median(RAW_LINES, cell, Measurement.VALUE))))
                            .toArray()));
        }
        return text.toString();
    }

    private static String roundTrips(Found found) {
        StringBuilder text = new StringBuilder();
        for (Cell cell : found.roundTrips()) {
            Table table = Table.of((cell.burst() == 1 ? "round trip" : "burst of " + cell.burst() + ", answered")
                    + " of " + cell.payload() + " bytes, ns|p50|p90|p99|p99.9|p99.99|max|p50 to Aeron's best|near / far"
                    + "|p99 to Aeron's best|near / far|p50 to raw|rounds near/far/mixed (disturbed)");
            for (Candidate candidate : found.candidates(cell)) {
                Candidate raw = ProcessPlan.raw(cell);
                Ratios toRaw = found.results().ratios(candidate, raw, cell, "p50");
                table.row(
                        candidate,
                        found.ns(cell, candidate, PERCENTILES),
                        found.textToAeron(cell, candidate, "p50"),
                        nearAndFar(found, cell, candidate, "p50"),
                        found.textToAeron(cell, candidate, "p99"),
                        nearAndFar(found, cell, candidate, "p99"),
                        candidate.equals(raw) ? "" : toRaw.text(),
                        toRaw.places());
            }
            text.append(table).append('\n');
        }
        return text.toString();
    }

    private static String nearAndFar(Found found, Cell cell, Candidate candidate, String figure) {
        return found.toAeron(cell, candidate, figure).map(Ratios::nearAndFar).orElse("");
    }

    /** {@return a table of the values of all cells of a kind, in that unit; empty if there are none} */
    private static String values(Found found, Cell.Kind kind, String title, double unit) {
        List<Cell> cells = found.cells(kind);
        Table table = Table.of(
                title + "|to Aeron's best|near / far|which|to Aeron as shipped" + "|rounds near/far/mixed (disturbed)");
        cells.forEach(cell -> rows(table, found, cell, unit));
        return cells.isEmpty() ? "" : table + "\n";
    }

    private static void rows(Table table, Found found, Cell cell, double unit) {
        for (Candidate candidate : found.candidates(cell)) {
            Optional<Ratios> ratios = found.toAeron(cell, candidate, Measurement.VALUE);
            table.row(
                    cell.payload() + " B, " + candidate,
                    String.format("%.2f", found.results().median(candidate, cell, Measurement.VALUE) / unit),
                    ratios.map(Ratios::text).orElse(""),
                    ratios.map(Ratios::nearAndFar).orElse(""),
                    ratios.flatMap(any -> found.bestAeron(cell, candidate.kind(), Measurement.VALUE))
                            .map(aeron -> aeron.variant() + ", " + aeron.api())
                            .orElse(""),
                    found.toShipped(cell, candidate).map(Ratios::text).orElse(""),
                    ratios.map(Ratios::places).orElse(""));
        }
    }

    private static String oneWay(Found found) {
        List<Cell> cells = found.cells(Cell.Kind.ONEWAY);
        StringBuilder text = new StringBuilder(cells.isEmpty() ? "" : ONE_WAY + "\n");
        for (Cell cell : cells) {
            Table table = Table.of(String.format("one way, %,d/s of %d bytes, ns", cell.rate(), cell.payload())
                    + "|achieved|p50|p90|p99|p99.9|p99.99|max|most behind when sending|p99 to Aeron's best"
                    + "|p99.9 to Aeron's best");
            for (Candidate candidate : found.candidates(cell)) {
                table.row(
                        candidate,
                        found.achieved(cell, candidate),
                        found.ns(cell, candidate, PERCENTILES),
                        candidate.equals(Pair.JITTER) ? "" : found.ns(cell, candidate, "maxLag"),
                        found.textToAeron(cell, candidate, "p99"),
                        found.textToAeron(cell, candidate, "p999"));
            }
            text.append(table).append('\n');
        }
        return text.toString();
    }

    private static String plots(int jdk, Found found, Plots plots) {
        StringBuilder text = new StringBuilder();
        for (Cell cell : curveCells(found)) {
            String title =
                    String.format("One way, %,d messages/s of %d bytes, JDK %d", cell.rate(), cell.payload(), jdk);
            List<Series> curves = curveCandidates(found, cell)
                    .map(candidate -> found.curve(cell, candidate))
                    .toList();
            text.append(plots.add(
                    "process-" + cell + "-jdk" + jdk, new Percentiles(title, Axis.log("latency, ns"), curves)));
        }
        return text.append(messages(jdk, found, plots))
                .append(plots.addStrip(
                        "process-ratios-jdk" + jdk,
                        "Tailrace to Aeron's best between processes, JDK " + jdk,
                        "ratio, below 1: faster",
                        Candidate.KINDS.stream().flatMap(kind -> rows(found, kind))))
                .append('\n')
                .toString();
    }

    /** {@return messages a second by length, only of slices between near cores; empty if there are none} */
    private static String messages(int jdk, Found found, Plots plots) {
        Found near = new Found(new Results(
                found.results().all().stream().filter(Measurement::isNear).toList()));
        List<Bars.Group> groups = near.cells(Cell.Kind.THROUGHPUT).stream()
                .map(cell -> new Bars.Group(cell.payload() + " B", messages(near, cell)))
                .toList();
        String title = "Messages a second between two processes on near cores, JDK " + jdk;
        return groups.isEmpty()
                ? ""
                : plots.add(
                        "process-messages-jdk" + jdk,
                        new Bars(title, Axis.linear("messages a second, more is better"), groups, Map.of()));
    }

    private static Map<String, Double> messages(Found near, Cell cell) {
        Map<String, Double> bars = new LinkedHashMap<>();
        for (String kind : List.of(Candidate.EXCLUSIVE, Candidate.CONCURRENT)) {
            Candidate tailrace = Candidate.of(Product.TAILRACE, kind, Candidate.DEFAULT);
            if (near.results().has(tailrace, cell)) {
                bars.put("Tailrace, " + kind, near.results().median(tailrace, cell, Measurement.VALUE));
            }
            near.bestAeron(cell, kind, Measurement.VALUE)
                    .ifPresent(aeron -> bars.put(
                            "Aeron at its best, " + kind, near.results().median(aeron, cell, Measurement.VALUE)));
        }
        return bars;
    }

    private static List<Cell> curveCells(Found found) {
        return found.cells(Cell.Kind.ONEWAY).stream()
                .filter(cell -> cell.payload() == 32 && CURVE_RATES.contains(cell.rate()))
                .toList();
    }

    /** Of Aeron only the best of each kind, and no candidate that could not keep the rate. */
    private static Stream<Candidate> curveCandidates(Found found, Cell cell) {
        return found.candidates(cell).stream()
                .filter(candidate -> !candidate.isAeron()
                        || found.bestAeron(cell, candidate.kind(), Measurement.VALUE)
                                .filter(candidate::equals)
                                .isPresent())
                .filter(candidate -> found.isAchieved(cell, candidate));
    }

    private static Stream<Strip.Row> rows(Found found, String kind) {
        Candidate tailrace = Candidate.of(Product.TAILRACE, kind, Candidate.DEFAULT);
        Stream<Strip.Row> roundTrips = found.roundTrips().stream().flatMap(cell -> Stream.of("p50", "p99")
                .map(figure -> row(kind + ", " + cell + ", " + figure, found.toAeron(cell, tailrace, figure))));
        Stream<Strip.Row> throughput = found.cells(Cell.Kind.THROUGHPUT).stream()
                .map(cell -> row(
                        kind + ", " + cell + " (more is better)", found.toAeron(cell, tailrace, Measurement.VALUE)));
        Stream<Strip.Row> oneWay = curveCells(found).stream()
                .flatMap(cell -> Stream.of("p99", "p999").map(figure -> {
                    String label = String.format("%s, one way, %,d/s, %s", kind, cell.rate(), figure);
                    return row(label, found.toAeron(cell, tailrace, figure));
                }));
        return Stream.of(roundTrips, throughput, oneWay).flatMap(rows -> rows);
    }

    private static Strip.Row row(String label, Optional<Ratios> ratios) {
        return new Strip.Row(label, ratios.map(Ratios::rounds).orElse(List.of()));
    }

    private static String pilot(List<Measurement> all) {
        Table table = new Table("the pilot", "JDK", "cell", "median, ns or messages/s");
        all.stream()
                .filter(measurement -> measurement.section().equals(ProcessPlan.NAME))
                .filter(Measurement::isPilot)
                .collect(groupingBy(
                        measurement -> List.of(measurement.candidate(), measurement.jdk(), measurement.cell()),
                        LinkedHashMap::new,
                        toList()))
                .forEach((key, rounds) -> table.row(key, Measurement.text(rounds, Measurement::value, "%,.0f")));
        return table + "\n";
    }

    private static String configurations(Map<Integer, Results> byJdk) {
        return byJdk.values().stream()
                .flatMap(results -> new Found(results).descriptions().entrySet().stream())
                .map(entry -> "- `" + entry.getKey() + "`: " + entry.getValue() + "\n")
                .distinct()
                .sorted()
                .collect(joining());
    }
}
