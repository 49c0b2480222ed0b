/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Ratios;
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

    private static Optional<List<Measurement>> best(Results results, Cell cell, Product product, String kind) {
        return results.best(cell, product, kind).map(best -> results.of(cell, best));
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
        return String.format("%.2f", Results.median(some, Measurement::value) / 1e6);
    }

    /** {@return a detail, ours and theirs, divided and rounded} */
    String detail(String name, double divisor, String format) {
        return String.format(format, ours(name) / divisor) + " / " + String.format(format, theirs(name) / divisor);
    }

    private double ours(String name) {
        return Results.median(ours, measurement -> measurement.number(name));
    }

    private double theirs(String name) {
        return Results.median(theirs, measurement -> measurement.number(name));
    }
}
