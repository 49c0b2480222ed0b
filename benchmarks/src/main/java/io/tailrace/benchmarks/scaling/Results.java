/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What this section measured with one JDK, beside the pilot. */
final class Results {
    private final List<Measurement> measurements;

    Results(List<Measurement> all, int jdk) {
        this.measurements = all.stream()
                .filter(measurement -> measurement.section().equals(ScalingSection.NAME))
                .filter(measurement -> measurement.jdk() == jdk && !measurement.isPilot())
                .toList();
    }

    /** {@return the cells of a part that were measured, in order of how much there is} */
    List<Cell> cells(Cell.Part part) {
        return measurements.stream()
                .map(measurement -> Cell.parse(measurement.cell()))
                .filter(cell -> cell.part() == part)
                .distinct()
                .sorted(Comparator.comparing(Cell::waits)
                        .thenComparingInt(Cell::streams)
                        .thenComparingInt(Cell::publishers)
                        .thenComparingInt(Cell::subscribers))
                .toList();
    }

    List<Measurement> of(Cell cell, Candidate contestant) {
        return measurements.stream()
                .filter(measurement -> measurement.cell().equals(cell.toString()))
                .filter(measurement -> measurement.candidate().equals(contestant.toString()))
                .toList();
    }

    /** {@return the library's fastest in the cell among those with this kind of publications} */
    Optional<Candidate> best(Cell cell, Product product, String kind) {
        return measurements.stream()
                .filter(measurement -> measurement.cell().equals(cell.toString()))
                .map(measurement -> new Candidate(measurement.candidate()))
                .filter(contestant ->
                        contestant.product() == product && contestant.kind().equals(kind))
                .distinct()
                .max(Comparator.comparingDouble(contestant -> median(of(cell, contestant), Measurement::value)));
    }

    /** {@return the median; of the undisturbed ones if there are any} */
    static double median(List<Measurement> some, ToDoubleFunction<Measurement> figure) {
        return Spread.of(Measurement.quietOrAll(some).stream()
                        .map(figure::applyAsDouble)
                        .toList())
                .median();
    }
}
