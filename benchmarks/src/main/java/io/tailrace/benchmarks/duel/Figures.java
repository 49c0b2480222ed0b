/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.Spread;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** What was measured with one JDK, and what of it belongs together. */
record Figures(List<Measurement> all) {
    /** {@return those of the rounds, with one JDK} */
    static Figures of(List<Measurement> all, int jdk) {
        return new Figures(ofDuel(all, jdk).filter(m -> !m.isPilot()).toList());
    }

    /** {@return those of the pilot, with one JDK} */
    static Figures ofPilot(List<Measurement> all, int jdk) {
        return new Figures(ofDuel(all, jdk).filter(Measurement::isPilot).toList());
    }

    private static Stream<Measurement> ofDuel(List<Measurement> all, int jdk) {
        return all.stream().filter(m -> m.section().equals(DuelSection.NAME) && m.jdk() == jdk);
    }

    /** {@return what was measured, each cell once} */
    List<Cell> cells() {
        return all.stream()
                .map(m -> new Cell(new Candidate(m.candidate()).kind(), Workload.parse(m.cell())))
                .distinct()
                .sorted(Comparator.comparing(Cell::kind)
                        .thenComparing(cell -> cell.workload().shape())
                        .thenComparing(cell -> cell.workload().number()))
                .toList();
    }

    /** {@return who measured that} */
    List<Candidate> setups(Cell cell, Predicate<Candidate> filter) {
        return all.stream()
                .filter(m -> m.cell().equals(cell.workload().toString()))
                .map(m -> new Candidate(m.candidate()))
                .filter(setup -> setup.kind().equals(cell.kind()) && filter.test(setup))
                .distinct()
                .sorted(Comparator.comparing(Candidate::product).thenComparing(Candidate::api))
                .toList();
    }

    /** {@return the best by its median of those who measured that, if anybody did} */
    Optional<Candidate> best(Cell cell, Predicate<Candidate> filter) {
        Comparator<Candidate> byFigure = Comparator.comparingDouble(setup -> median(cell, setup));
        return setups(cell, filter).stream().max(cell.workload().isRoundTrip() ? byFigure.reversed() : byFigure);
    }

    List<Measurement> of(Cell cell, Candidate setup) {
        return all.stream()
                .filter(m -> m.cell().equals(cell.workload().toString()))
                .filter(m -> m.candidate().equals(setup.toString()))
                .toList();
    }

    double median(Cell cell, Candidate setup) {
        return median(cell, setup, Measurement::value);
    }

    /** {@return the median of the quiet ones; of all if none was quiet} */
    double median(Cell cell, Candidate setup, ToDoubleFunction<Measurement> figure) {
        return Spread.of(Measurement.quietOrAll(of(cell, setup)).stream()
                        .map(figure::applyAsDouble)
                        .toList())
                .median();
    }
}
