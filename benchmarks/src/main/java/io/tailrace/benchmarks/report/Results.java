/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import java.util.List;
import java.util.SortedMap;

/**
 * What a section has measured with one JDK, by candidate, cell and name of the figure. Measurements that others
 * disturbed count only where there are no others.
 */
public final class Results {
    private final List<Measurement> measurements;

    private Results(List<Measurement> measurements) {
        this.measurements = measurements;
    }

    /** {@return what each JDK found, in their order} */
    public static SortedMap<Integer, Results> byJdk(List<Measurement> all, String section) {
        return Measurement.byJdk(all, section, Results::new);
    }

    /** {@return the names of all cells} */
    public List<String> cells() {
        return measurements.stream().map(Measurement::cell).distinct().sorted().toList();
    }

    /** {@return whether the candidate was measured in the cell} */
    public boolean has(String candidate, String cell) {
        return !of(candidate, cell).isEmpty();
    }

    /** {@return how many rounds count} */
    public int rounds(String candidate, String cell) {
        return counting(candidate, cell).size();
    }

    /**
     * {@return the median of a figure}
     *
     * @throws IllegalArgumentException if there is none
     */
    public double median(String candidate, String cell, String figure) {
        return Spread.of(counting(candidate, cell).stream()
                        .map(measurement -> measurement.number(figure))
                        .toList())
                .median();
    }

    /** {@return the ratios of a figure, of measurements of the same round} */
    public Ratios ratios(String ours, String theirs, String cell, String figure) {
        return Ratios.of(figures(ours, cell, figure), figures(theirs, cell, figure));
    }

    private List<Measurement> figures(String candidate, String cell, String figure) {
        return of(candidate, cell).stream()
                .map(measurement -> measurement.with(cell, measurement.number(figure)))
                .toList();
    }

    private List<Measurement> of(String candidate, String cell) {
        return measurements.stream()
                .filter(measurement -> measurement.candidate().equals(candidate)
                        && measurement.cell().equals(cell))
                .toList();
    }

    private List<Measurement> counting(String candidate, String cell) {
        return Measurement.quietOrAll(of(candidate, cell));
    }
}
