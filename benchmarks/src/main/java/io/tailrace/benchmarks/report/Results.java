/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Ratios.Spread;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The measurements of a section with one JDK, by candidate, cell and name of the figure; candidates and cells are
 * identified by their text in the raw data. Disturbed measurements count only if there are no undisturbed ones.
 */
public record Results(List<Measurement> all) {
    /** {@return the results of each JDK, in the order of JDKs, without pilots} */
    public static SortedMap<Integer, Results> byJdk(List<Measurement> all, String section) {
        return Measurement.byJdk(all, section, Results::new);
    }

    /** {@return all cells, each once, in the order in which they were measured} */
    public <T> Stream<T> cells(Function<String, T> parse) {
        return all.stream().map(Measurement::cell).distinct().map(parse);
    }

    /** {@return the candidates of a cell, each once, in the order in which they were measured} */
    public <T> Stream<T> candidates(Object cell, Function<String, T> parse) {
        return all.stream()
                .filter(measurement -> measurement.cell().equals(cell.toString()))
                .map(Measurement::candidate)
                .distinct()
                .map(parse);
    }

    /** {@return the measurements of a candidate in a cell, disturbed or not} */
    public List<Measurement> of(Object candidate, Object cell) {
        return all.stream()
                .filter(measurement -> measurement.candidate().equals(candidate.toString())
                        && measurement.cell().equals(cell.toString()))
                .toList();
    }

    /** {@return whether the candidate was measured in the cell} */
    public boolean has(Object candidate, Object cell) {
        return !of(candidate, cell).isEmpty();
    }

    /** {@return the number of rounds that count} */
    public int rounds(Object candidate, Object cell) {
        return Measurement.quietOrAll(of(candidate, cell)).size();
    }

    /**
     * {@return the median of a figure}
     *
     * @throws IllegalArgumentException if there is none
     */
    public double median(Object candidate, Object cell, String figure) {
        return median(of(candidate, cell), figure);
    }

    /** {@return the median of a figure over the measurements that count} */
    public static double median(List<Measurement> some, String figure) {
        return median(some, measurement -> measurement.number(figure));
    }

    public static double median(List<Measurement> some, ToDoubleFunction<Measurement> figure) {
        return Spread.of(Measurement.quietOrAll(some), figure).median();
    }

    /** {@return the median of a figure as text} */
    public String text(String format, Object candidate, Object cell, String figure) {
        return String.format(format, median(candidate, cell, figure));
    }

    /**
     * {@return the medians of figures as texts}
     *
     * @param figures each a format, a divisor if there is one, and the name: {@code "%.0f cpu"}, {@code "%.1f/1e3 p50"}
     */
    public List<String> texts(Object candidate, Object cell, String... figures) {
        return Stream.of(figures)
                .map(figure -> figure.split("[/ ]", 3))
                .map(parts -> String.format(
                        parts[0],
                        median(candidate, cell, parts[parts.length - 1])
                                / (parts.length == 3 ? Double.parseDouble(parts[1]) : 1)))
                .toList();
    }

    /** {@return the ratios of a figure, of measurements of the same round} */
    public Ratios ratios(Object ours, Object theirs, Object cell, String figure) {
        return Ratios.of(figures(ours, cell, figure), figures(theirs, cell, figure));
    }

    private List<Measurement> figures(Object candidate, Object cell, String figure) {
        return of(candidate, cell).stream()
                .map(measurement -> measurement.with(cell.toString(), measurement.number(figure)))
                .toList();
    }

    /** This build of Tailrace compared with others in the same rounds: {@code --beside}. */
    public static final class Builds {
        private Builds() {}

        /** {@return the ratios of each candidate to itself in other builds; empty if there are none} */
        public static String table(Results results) {
            Table table = Table.of("this build by another one|this|the other|ratio|near / far|ratio of p99"
                    + "|rounds near/far/mixed (disturbed)");
            boolean isEmpty = true;
            for (String cell : results.cells(UnaryOperator.identity()).toList()) {
                for (String other : results.candidates(cell, UnaryOperator.identity())
                        .filter(candidate -> candidate.contains("@"))
                        .sorted()
                        .toList()) {
                    isEmpty = false;
                    row(table, results, cell, other);
                }
            }
            return isEmpty ? "" : "\n" + table + "\n";
        }

        private static void row(Table table, Results results, String cell, String other) {
            String ours = other.replaceFirst("@[^/]*", "");
            Ratios ratios = results.ratios(ours, other, cell, Measurement.VALUE);
            boolean hasTail = results.of(other, cell).get(0).details().containsKey("p99");
            table.row(
                    cell + ", " + other,
                    List.of(
                            results.text("%,.1f", ours, cell, Measurement.VALUE),
                            results.text("%,.1f", other, cell, Measurement.VALUE)),
                    ratios.text(),
                    ratios.nearAndFar(),
                    hasTail ? results.ratios(ours, other, cell, "p99").text() : "",
                    ratios.places());
        }
    }
}
