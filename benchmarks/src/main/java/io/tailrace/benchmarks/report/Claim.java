/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A row of the summary: two candidates in a section, and what their ratio has to reach.
 *
 * @param ours whose figures, in which cell
 * @param theirs the same; null is the raw round trip between the cores
 * @param figure of a measurement; less is better if the goal says so
 */
record Claim(
        String label,
        String section,
        Side ours,
        @Nullable Side theirs,
        ToDoubleFunction<Measurement> figure,
        Goal goal) {
    /** Candidates that match an expression, in one cell. Of several the best one counts. */
    record Side(String candidates, String cell) {
        private boolean has(Measurement measurement) {
            return measurement.candidate().matches(candidates)
                    && measurement.cell().equals(cell);
        }
    }

    /** {@return the ratios with one JDK} */
    Ratios ratios(List<Measurement> all, int jdk) {
        List<Measurement> measured = all.stream()
                .filter(measurement -> measurement.section().equals(section))
                .filter(measurement -> measurement.jdk() == jdk && !measurement.isPilot())
                .toList();
        List<Measurement> our = best(measured, ours);
        List<Measurement> their = theirs == null
                ? our.stream()
                        .map(measurement -> measurement.with(label, (double) measurement.rawNs()))
                        .toList()
                : best(measured, theirs);
        return Ratios.of(our, their);
    }

    /**
     * {@return the measurements of the best candidate, each with the figure as its value, in a cell that both sides
     * share}
     */
    private List<Measurement> best(List<Measurement> measured, Side side) {
        Comparator<List<Measurement>> byMedian = Comparator.comparingDouble(Claim::median);
        return measured.stream()
                .filter(side::has)
                .map(this::withFigure)
                .collect(Collectors.groupingBy(Measurement::candidate))
                .values()
                .stream()
                .max(goal.moreIsBetter() ? byMedian : byMedian.reversed())
                .orElse(List.of());
    }

    private Measurement withFigure(Measurement measurement) {
        return measurement.with(label, figure.applyAsDouble(measurement));
    }

    private static double median(List<Measurement> measurements) {
        List<Double> quiet = measurements.stream()
                .filter(Measurement::isQuiet)
                .map(Measurement::value)
                .toList();
        return Spread.of(
                        quiet.isEmpty()
                                ? measurements.stream().map(Measurement::value).toList()
                                : quiet)
                .median();
    }
}
