/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The best Tailrace in one cell, and the best Aeron that was measured beside it. */
record Comparison(Results results, Cell cell, Candidate ours, Candidate theirs) {
    static final String MORE_THREADS_THAN_CORES = "moreThreadsThanCores";

    /** {@return the comparisons in all cells of a part, in order of how much there is} */
    static List<Comparison> all(Results results, Cell.Part part) {
        return cells(results, part).stream()
                .flatMap(cell -> all(results, cell).stream())
                .toList();
    }

    /** {@return one for each kind of publication that was measured in the cell} */
    static List<Comparison> all(Results results, Cell cell) {
        return Candidate.KINDS.stream()
                .flatMap(kind -> of(results, cell, List.of(kind)).stream())
                .toList();
    }

    /** {@return each library's best among those that publish in one of these ways} */
    static Optional<Comparison> of(Results results, Cell cell, List<String> kinds) {
        return best(results, cell, Product.TAILRACE, kinds).flatMap(ours -> best(results, cell, Product.AERON, kinds)
                .map(theirs -> new Comparison(results, cell, ours, theirs)));
    }

    private static Optional<Candidate> best(Results results, Cell cell, Product product, List<String> kinds) {
        return results.candidates(cell, Candidate::new)
                .filter(candidate -> candidate.product() == product && kinds.contains(candidate.kind()))
                .max(Comparator.comparingDouble(candidate -> results.median(candidate, cell, Measurement.VALUE)));
    }

    /** {@return the cells of a part that were measured, in order of how much there is} */
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

    /** {@return how both are configured} */
    String variants() {
        return ours.variant() + " / " + theirs.variant();
    }

    /** {@return what was true where it was measured} */
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
