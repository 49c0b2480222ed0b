/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import io.tailrace.benchmarks.report.Ratios;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What was measured with one JDK, by place in the table. The pilot is left out. */
final class Figures {
    private final List<Measurement> measurements;

    Figures(List<Measurement> all, int jdk) {
        measurements = all.stream()
                .filter(measurement -> measurement.jdk() == jdk && !measurement.isPilot())
                .toList();
    }

    List<Measurement> all() {
        return measurements;
    }

    /** {@return the rounds of one cell; none if it was not measured} */
    List<Measurement> of(Row row, int producers, int burst) {
        return ofCell(Cell.name(producers, burst)).stream()
                .filter(measurement -> measurement.text("row").equals(row.name()))
                .toList();
    }

    List<Measurement> ofCell(String cell) {
        return measurements.stream()
                .filter(measurement -> measurement.cell().equals(cell))
                .toList();
    }

    /** {@return the median of the rounds; none if there are none} */
    static OptionalDouble median(List<Measurement> rounds, ToDoubleFunction<Measurement> figure) {
        return rounds.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Spread.of(rounds, figure).median());
    }

    /** {@return what one more message costs in a long burst, in ns} */
    OptionalDouble marginalNs(Row row, int producers) {
        int shortest = Effort.BURSTS.get(0);
        int longest = Effort.BURSTS.get(1);
        OptionalDouble one = median(of(row, producers, shortest), Measurement::value);
        OptionalDouble many = median(of(row, producers, longest), Measurement::value);
        return one.isPresent() && many.isPresent()
                ? OptionalDouble.of((many.getAsDouble() - one.getAsDouble()) / (longest - shortest))
                : OptionalDouble.empty();
    }

    /** {@return one row's round trips against another's, in the same rounds} */
    Ratios ratios(Row ours, Row theirs, int producers, int burst) {
        return Ratios.of(of(ours, producers, burst), of(theirs, producers, burst));
    }

    /** {@return which candidates the pilot chose for a row} */
    String chosen(Row row) {
        return measurements.stream()
                .filter(measurement -> row.name().equals(measurement.details().get("row")))
                .map(measurement -> "`" + measurement.candidate() + "` for " + measurement.cell())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
