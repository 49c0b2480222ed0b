/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Ratios.Spread;
import io.tailrace.benchmarks.report.Results;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The results of a section of pairs of processes with one JDK, without the pilot. Disturbed slices count only if there
 * are no undisturbed ones.
 */
public record Found(Results results) {
    /** {@return the cells of a kind, in the order in which they were measured} */
    public List<Cell> cells(Cell.Kind kind) {
        return results.cells(Cell::named)
                .filter(cell -> cell.kind() == kind)
                .sorted(Comparator.comparing(Cell::payload).thenComparing(Cell::rate))
                .toList();
    }

    /** {@return the cells in which left waits for answers} */
    List<Cell> roundTrips() {
        return Stream.of(Cell.Kind.ROUNDTRIP, Cell.Kind.BURST)
                .flatMap(kind -> cells(kind).stream())
                .toList();
    }

    /** {@return the candidates of a cell: Tailrace first, then Aeron, then the others} */
    public List<Candidate> candidates(Cell cell) {
        return results.candidates(cell, Candidate::new)
                .sorted(Comparator.comparing(Candidate::product)
                        .thenComparing(Candidate::kind)
                        .thenComparing(Candidate::variant)
                        .thenComparing(Candidate::build))
                .toList();
    }

    /**
     * {@return the best Aeron of a kind among those measured beside Tailrace, regardless of the pilot}
     *
     * @param figure of the comparison, among those that kept the rate
     */
    public Optional<Candidate> bestAeron(Cell cell, String kind, String figure) {
        int sign = cell.moreIsBetter() ? -1 : 1;
        return candidates(cell).stream()
                .filter(candidate -> candidate.isAeron() && candidate.kind().equals(kind))
                .min(Comparator.<Candidate, Boolean>comparing(candidate -> !isAchieved(cell, candidate))
                        .thenComparingDouble(candidate -> sign * results.median(candidate, cell, figure)));
    }

    /** {@return medians of figures in ns} */
    public List<String> ns(Cell cell, Candidate candidate, String... figures) {
        return Stream.of(figures)
                .map(figure -> results.text("%,.0f", candidate, cell, figure))
                .toList();
    }

    /** {@return ratios of Tailrace to the best Aeron of the same kind, in the same rounds; empty for others} */
    Optional<Ratios> toAeron(Cell cell, Candidate candidate, String figure) {
        return candidate.isTailrace()
                ? bestAeron(cell, candidate.kind(), figure).map(aeron -> results.ratios(candidate, aeron, cell, figure))
                : Optional.empty();
    }

    /** {@return the same as text} Backlogs are not compared. */
    public String textToAeron(Cell cell, Candidate candidate, String figure) {
        if (candidate.isTailrace() && !isAchieved(cell, candidate)) {
            return "FAIL";
        }
        return toAeron(cell, candidate, figure)
                .map(ratios -> bestAeron(cell, candidate.kind(), figure)
                                .filter(aeron -> isAchieved(cell, aeron))
                                .isPresent()
                        ? ratios.text()
                        : "Aeron fails")
                .orElse("");
    }

    /** {@return ratios of Tailrace to Aeron as shipped, of the same kind; empty for others} */
    Optional<Ratios> toShipped(Cell cell, Candidate candidate) {
        return candidates(cell).stream()
                .filter(aeron -> candidate.isTailrace()
                        && aeron.isAeron()
                        && aeron.kind().equals(candidate.kind())
                        && aeron.variant().equals(AeronVariant.SHIPPED.name()))
                .findFirst()
                .map(shipped -> results.ratios(candidate, shipped, cell, Measurement.VALUE));
    }

    /**
     * {@return the part of its rate that a candidate achieved in a cell, and whether that counts as failed; empty if it
     * sends nothing}
     */
    public String achieved(Cell cell, Candidate candidate) {
        if (candidate.equals(Pair.JITTER)) {
            return "";
        }
        return String.format(
                isAchieved(cell, candidate) ? "%.2f %%" : "FAIL (%.1f %%)",
                100 * results.median(candidate, cell, "achieved"));
    }

    boolean isAchieved(Cell cell, Candidate candidate) {
        return !cell.isOneWay()
                || candidate.equals(Pair.JITTER)
                || results.median(candidate, cell, "achieved") >= OneWay.LEAST_ACHIEVED;
    }

    /** {@return the medians of the points of a candidate's curves, at least 1: 0 has no place on a logarithmic axis} */
    public Series curve(Cell cell, Candidate candidate) {
        List<Measurement> slices = Measurement.quietOrAll(results.of(candidate, cell));
        List<Double> fractions = slices.get(0).numbers("fractions");
        List<Series.Point> points = new ArrayList<>();
        for (int i = 0; i < fractions.size(); i++) {
            int index = i;
            double ns = Spread.of(slices, slice -> slice.numbers("curve").get(index))
                    .median();
            points.add(new Series.Point(fractions.get(i), Math.max(1, ns)));
        }
        return new Series(candidate.toString(), points);
    }

    /** {@return the descriptions of the pairs, by their names} */
    public SortedMap<String, String> descriptions() {
        SortedMap<String, String> descriptions = new TreeMap<>();
        results.all()
                .forEach(measurement -> descriptions.put(measurement.candidate(), measurement.text("description")));
        return descriptions;
    }
}
