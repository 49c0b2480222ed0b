/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The best Tailrace in one cell, and the best Aeron that was measured beside it.
 *
 * @param ours not empty
 * @param theirs not empty
 */
record Comparison(Cell cell, String kind, List<Measurement> ours, List<Measurement> theirs) {
    static final String MORE_THREADS_THAN_CORES = "moreThreadsThanCores";

    /** {@return one for each kind of publication that was measured in the cell} */
    static List<Comparison> all(Results results, Cell cell) {
        return Candidate.KINDS.stream()
                .flatMap(kind -> of(results, cell, kind).stream())
                .toList();
    }

    static Optional<Comparison> of(Results results, Cell cell, String kind) {
        return best(results, cell, Product.TAILRACE, kind).flatMap(ours -> best(results, cell, Product.AERON, kind)
                .map(theirs -> new Comparison(cell, kind, ours, theirs)));
    }

    /** {@return what was measured of a library's fastest in the cell among those with this kind of publications} */
    private static Optional<List<Measurement>> best(Results results, Cell cell, Product product, String kind) {
        return results.candidates(cell, Candidate::new)
                .filter(candidate ->
                        candidate.product() == product && candidate.kind().equals(kind))
                .map(candidate -> results.of(candidate, cell))
                .max(Comparator.comparingDouble(some -> Results.median(some, Measurement.VALUE)));
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

    /** {@return how both are configured} */
    String variants() {
        return variant(ours) + " / " + variant(theirs);
    }

    static String variant(List<Measurement> some) {
        return new Candidate(some.get(0).candidate()).variant();
    }

    /** {@return what was true where it was measured} */
    boolean hasMoreThreadsThanCores() {
        return ours.get(0).text(MORE_THREADS_THAN_CORES).equals("true");
    }

    Ratios ratios() {
        return Ratios.of(ours, theirs);
    }

    /** {@return a figure in millions, ours and theirs} */
    String millions() {
        return millions(ours) + " / " + millions(theirs);
    }

    static String millions(List<Measurement> some) {
        return String.format("%.2f", Results.median(some, Measurement.VALUE) / 1e6);
    }

    /** {@return a detail, ours and theirs, divided and rounded} */
    String detail(String name, double divisor, String format) {
        return String.format(
                format + " / " + format, Results.median(ours, name) / divisor, Results.median(theirs, name) / divisor);
    }
}
