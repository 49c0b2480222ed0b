/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import io.tailrace.benchmarks.report.Bars.Group;
import io.tailrace.benchmarks.report.Measurement.Place;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The tables and the plot of raw data: {@code report.md} and {@code messages-jdkNN.svg}. */
public final class Report {
    private static final String FILE = "report.md";
    private static final String EXPLANATION = """
            Medians [quartiles] of the undisturbed rounds. Ratios are medians of ratios of the same round; near and far:
            of rounds on cores that share a cache (raw round trip below %d ns) or do not. Rounds: near/far/mixed, and in
            brackets those during which others used a tenth of a processor or more; these count only if there are no
            others. Messages/s: more is better; all else: less.
            """.formatted(Measurement.NEAR_BELOW_NS);
    /** The details that tables show, where they were measured. */
    private static final List<String> FIGURES = List.of(("p50,p99,p999,max,lastP50,lastP99,cpu,driverCpu,publisherCpu,"
                    + "subscriberCpu,threadsCpu,delivered,gbps,publisherUs,maxUs,left,right")
            .split(",", -1));
    /** The first one of a cell is what its other candidates are compared with, unless they are Tailrace or Aeron. */
    private static final List<String> BASELINES =
            List.of("dd", "dd-fdatasync", "chronicle", "subscriber", "from-tail", "aeron-shared");

    private static final String TAILRACE = "tailrace/";
    private static final String AERON = "aeron/";
    private static final String SHIPPED = "shipped";
    private static final String STREAM = "throughput-";

    private Report() {}

    /**
     * Writes the report of a directory's raw data into it.
     *
     * @return the text of the report
     * @throws IllegalArgumentException if there is no raw data
     */
    public static String write(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException("no such directory: " + directory);
        }
        List<Measurement> all = Measurement.readAll(directory);
        if (all.isEmpty()) {
            throw new IllegalArgumentException("no measurements (*.jsonl, *.jsonl.gz) in " + directory);
        }
        StringBuilder text = new StringBuilder(EXPLANATION);
        group(all, each -> each.section() + ", JDK " + each.jdk()).forEach((title, part) -> {
            text.append("\n## ").append(title).append('\n');
            Cell.all(part).forEach(cell -> text.append('\n').append(cell.figures()));
            text.append('\n').append(ratios(Cell.all(part)));
            bars(part).ifPresent(bars -> {
                String plot = "messages-jdk" + part.get(0).jdk() + ".svg";
                write(directory.resolve(plot), bars.svg());
                text.append("\n![Messages a second](").append(plot).append(")\n");
            });
        });
        write(directory.resolve(FILE), text.toString());
        return text.toString();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, List<Measurement>> group(List<Measurement> all, Function<Measurement, String> by) {
        return all.stream().collect(groupingBy(by, LinkedHashMap::new, toList()));
    }

    private static String row(Stream<String> cells) {
        return cells.collect(joining(" | ", "| ", " |\n"));
    }

    private static String head(List<String> titles) {
        return row(titles.stream()) + "|---" + "|--:".repeat(titles.size() - 1) + "|\n";
    }

    /** {@return as many digits as a figure deserves} */
    static String number(double figure) {
        double size = Math.abs(figure);
        return String.format(size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f", figure);
    }

    private static String ratios(List<Cell> cells) {
        StringBuilder rows = new StringBuilder();
        for (Cell cell : cells) {
            for (String ours : cell.candidates.keySet()) {
                cell.rivals(ours).forEach(theirs -> rows.append(cell.ratios(ours, theirs)));
            }
        }
        return rows.isEmpty()
                ? ""
                : head(List.of("ratio", "of", "to", "median", "near / far", "p99", "near / far", "rounds")) + rows;
    }

    /** Messages a second by length, only between near cores. */
    private static Optional<Bars> bars(List<Measurement> all) {
        List<Measurement> near = all.stream()
                .filter(each -> each.cell().startsWith(STREAM) && each.place() == Place.NEAR)
                .toList();
        List<Group> groups = Cell.all(near).stream()
                .sorted(Comparator.comparingInt(cell -> Integer.parseInt(cell.name.substring(STREAM.length()))))
                .map(cell -> new Group(cell.name.substring(STREAM.length()) + " B", bars(cell)))
                .toList();
        return groups.isEmpty()
                ? Optional.empty()
                : Optional.of(new Bars(
                        "Messages a second between two processes on near cores, JDK "
                                + all.get(0).jdk(),
                        groups));
    }

    private static Map<String, Double> bars(Cell cell) {
        Map<String, Double> bars = new LinkedHashMap<>();
        for (String kind : List.of("exclusive", "concurrent")) {
            String tailrace = TAILRACE + kind + "/default";
            if (cell.candidates.containsKey(tailrace)) {
                bars.put("Tailrace, " + kind, cell.median(tailrace));
            }
            cell.best(candidate -> candidate.startsWith(AERON + kind + "/"))
                    .ifPresent(aeron -> bars.put("Aeron at its best, " + kind, cell.median(aeron)));
        }
        return bars;
    }

    /** The measurements of one task with one JDK, by candidate. */
    private record Cell(String name, Map<String, List<Measurement>> candidates) {
        static List<Cell> all(List<Measurement> all) {
            List<Cell> cells = new ArrayList<>();
            group(all, Measurement::cell)
                    .forEach((name, each) ->
                            cells.add(new Cell(name, new TreeMap<>(group(each, Measurement::candidate)))));
            return cells;
        }

        private List<Measurement> of(String candidate) {
            return candidates.getOrDefault(candidate, List.of());
        }

        private Spread spread(String candidate, String figure) {
            List<Measurement> rounds = of(candidate).stream()
                    .filter(each -> each.number(figure).isPresent())
                    .toList();
            List<Measurement> quiet =
                    rounds.stream().filter(Measurement::isQuiet).toList();
            return Spread.of((quiet.isEmpty() ? rounds : quiet)
                    .stream().map(each -> each.number(figure).orElseThrow()).toList());
        }

        double median(String candidate) {
            return spread(candidate, Measurement.VALUE).median();
        }

        private boolean has(String candidate, String figure) {
            return of(candidate).stream().anyMatch(each -> each.number(figure).orElse(0) != 0);
        }

        /** {@return the best of some candidates by its median} */
        Optional<String> best(Predicate<String> which) {
            boolean moreIsBetter = candidates.values().iterator().next().get(0).moreIsBetter();
            Comparator<String> byMedian = Comparator.comparingDouble(this::median);
            return candidates.keySet().stream().filter(which).max(moreIsBetter ? byMedian : byMedian.reversed());
        }

        /**
         * {@return the candidates that one is compared with: Tailrace with the same of this build if it is another
         * build, else with the best Aeron of its kind, with Aeron as shipped and with the sketch; others with the
         * baseline}
         */
        Set<String> rivals(String candidate) {
            Set<String> rivals = new LinkedHashSet<>();
            if (candidate.contains("@")) {
                rivals.add(candidate.replaceFirst("@[^/]*", ""));
            } else if (candidate.startsWith(TAILRACE)) {
                String kind = candidate.split("/", -1)[1] + "/";
                String ofKind = AERON + kind;
                boolean hasKinds = candidates.keySet().stream().anyMatch(each -> each.startsWith(ofKind));
                Predicate<String> isRival = each -> each.startsWith(hasKinds ? ofKind : AERON);
                best(isRival).ifPresent(rivals::add);
                best(isRival.and(each -> each.contains(SHIPPED))).ifPresent(rivals::add);
                rivals.add("ladder/" + kind + "sketch");
            } else if (!candidate.startsWith(AERON)) {
                BASELINES.stream()
                        .filter(candidates::containsKey)
                        .filter(each -> !each.equals(candidate))
                        .findFirst()
                        .ifPresent(rivals::add);
            }
            rivals.removeIf(each -> !candidates.containsKey(each));
            return rivals;
        }

        String figures() {
            List<String> columns = FIGURES.stream()
                    .filter(figure -> candidates.keySet().stream().anyMatch(candidate -> has(candidate, figure)))
                    .toList();
            String unit = candidates.values().iterator().next().get(0).unit();
            List<String> titles = new ArrayList<>(List.of(name, unit));
            titles.addAll(columns);
            titles.add("rounds");
            StringBuilder table = new StringBuilder(head(titles));
            for (String candidate : candidates.keySet()) {
                List<String> cells = new ArrayList<>();
                cells.add(candidate);
                cells.add(spread(candidate, Measurement.VALUE).text(Report::number));
                columns.forEach(figure -> cells.add(
                        has(candidate, figure)
                                ? number(spread(candidate, figure).median())
                                : ""));
                cells.add(Ratios.of(of(candidate), of(candidate), Measurement.VALUE)
                        .places());
                table.append(row(cells.stream()));
            }
            return table.toString();
        }

        String ratios(String ours, String theirs) {
            Ratios value = Ratios.of(of(ours), of(theirs), Measurement.VALUE);
            Ratios p99 = Ratios.of(of(ours), of(theirs), "p99");
            return row(Stream.of(
                    name,
                    ours,
                    theirs,
                    value.text(),
                    value.text(Place.NEAR) + " / " + value.text(Place.FAR),
                    p99.text(),
                    p99.text(Place.NEAR) + " / " + p99.text(Place.FAR),
                    value.places()));
        }
    }
}
