/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import static java.util.stream.Collectors.groupingBy;

import io.tailrace.benchmarks.raw.Measurement;
import java.util.Comparator;
import java.util.List;

/**
 * A row of the summary: two candidates in a cell of a section, and what their ratio has to reach. Of several candidates
 * that match an expression the best one counts.
 *
 * @param theirs empty is the raw round trip between the cores
 * @param figure of a measurement; less is better if the goal says so
 */
record Claim(String label, String section, String cell, String ours, String theirs, String figure, Goal goal) {
    /** {@return the ratios with one JDK} */
    Ratios ratios(List<Measurement> all, int jdk) {
        List<Measurement> measured = all.stream()
                .filter(measurement -> measurement.section().equals(section)
                        && measurement.cell().equals(cell)
                        && measurement.jdk() == jdk
                        && !measurement.isPilot())
                .toList();
        List<Measurement> our = best(measured, ours);
        List<Measurement> their = theirs.isEmpty()
                ? our.stream()
                        .map(measurement -> measurement.with(cell, (double) measurement.rawNs()))
                        .toList()
                : best(measured, theirs);
        return Ratios.of(our, their);
    }

    /** {@return the measurements of the best candidate, each with the figure as its value} */
    private List<Measurement> best(List<Measurement> measured, String candidates) {
        Comparator<List<Measurement>> byMedian =
                Comparator.comparingDouble(some -> Results.median(some, Measurement.VALUE));
        return measured.stream()
                .filter(measurement -> measurement.candidate().matches(candidates))
                .map(measurement -> measurement.with(cell, measurement.number(figure)))
                .collect(groupingBy(Measurement::candidate))
                .values()
                .stream()
                .max(goal.moreIsBetter() ? byMedian : byMedian.reversed())
                .orElse(List.of());
    }
}
