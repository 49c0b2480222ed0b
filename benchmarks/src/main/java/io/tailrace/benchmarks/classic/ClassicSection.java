/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Bench.Cell;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** The section {@code classic}: every cell of the table in a JVM of its own, in random order, round by round. */
public final class ClassicSection {
    static final String NAME = "classic";

    public static final Section SECTION = new Section(
            NAME, Duration.ofMinutes(3), Duration.ofMinutes(15), ClassicSection::measure, ClassicChapter.CHAPTER);

    private ClassicSection() {}

    private static void measure(Lab lab) {
        Effort effort = lab.run().quick() ? Effort.QUICK : Effort.FULL;
        try (Bench bench = new Bench(lab)) {
            lab.say("a pilot chooses among " + effort.matrix().size() + " variants of Aeron");
            List<Cell> cells = cells(effort, new AeronPilot(bench, effort, lab));
            for (int round = 1; round <= Effort.ROUNDS; round++) {
                lab.say("round " + round + " of " + Effort.ROUNDS + ", " + cells.size() + " cells");
                bench.measureOverhead(1, round, effort);
                for (Cell cell : lab.shuffled(cells)) {
                    bench.measure(1, round, cell, effort);
                }
            }
        }
    }

    private static List<Cell> cells(Effort effort, AeronPilot pilot) {
        List<Cell> cells = new ArrayList<>();
        for (int burst : Effort.BURSTS) {
            for (int producers : effort.producers()) {
                effort.rows().stream()
                        .filter(row -> row.takes(producers))
                        .map(row -> cell(row, producers, burst, pilot))
                        .forEach(cells::add);
            }
        }
        return cells;
    }

    private static Cell cell(Row row, int producers, int burst, AeronPilot pilot) {
        String candidate = row.isChosen() ? pilot.best(row, producers, burst) : row.candidate();
        return new Cell(row, candidate, producers, burst);
    }

    /**
     * The rows and columns that a run measures, and how long it measures each.
     *
     * @param warmUps iterations of each JVM that do not count
     * @param iterations that do
     */
    record Effort(List<Row> rows, List<Integer> producers, List<AeronVariant> matrix, int warmUps, int iterations) {
        static final List<Integer> BURSTS = List.of(1, 100);

        /** In each of them every cell has a JVM of its own. */
        static final int ROUNDS = 3;

        static final Effort FULL = new Effort(List.of(Row.values()), List.of(1, 2, 3), AeronVariant.MATRIX, 3, 5);

        static final Effort QUICK = new Effort(Row.LEADING, List.of(1), AeronVariant.SHORT_MATRIX, 3, 5);

        private static final TimeValue ITERATION = TimeValue.milliseconds(250);

        /** {@return the same with few iterations: enough to choose by} */
        Effort pilot() {
            return new Effort(rows, producers, matrix, 2, 2);
        }

        ChainedOptionsBuilder options() {
            return new OptionsBuilder()
                    .forks(1)
                    .warmupIterations(warmUps)
                    .warmupTime(ITERATION)
                    .measurementIterations(iterations)
                    .measurementTime(ITERATION);
        }
    }

    /**
     * Finds Aeron's best candidate for each column: first the best variant, by offer, then whether tryClaim is better
     * for it. The best for the greatest number of producers counts for two as well.
     */
    static final class AeronPilot {
        private final Bench bench;
        private final Effort effort;
        private final Lab lab;
        private final Map<Contest, String> winners = new HashMap<>();

        private record Contest(boolean exclusive, boolean alone, int burst) {}

        AeronPilot(Bench bench, Effort effort, Lab lab) {
            this.bench = bench;
            this.effort = effort;
            this.lab = lab;
        }

        /** {@return Aeron's best candidate for a row that leaves that open} Measures it when first asked. */
        String best(Row row, int producers, int burst) {
            Contest contest = new Contest(row.isExclusive(), producers == 1, burst);
            return winners.computeIfAbsent(contest, c -> decide(row, c));
        }

        private String decide(Row row, Contest contest) {
            int producers = contest.alone() ? 1 : Collections.max(effort.producers());
            List<String> all = effort.matrix().stream()
                    .map(variant -> Candidate.of(Product.AERON, row.kind(), variant.name())
                            .name())
                    .toList();
            String byOffer = best(1, row, producers, contest.burst(), all);
            return best(2, row, producers, contest.burst(), List.of(byOffer, byOffer + "-claim"));
        }

        private String best(int round, Row row, int producers, int burst, List<String> candidates) {
            Map<String, Double> means = new HashMap<>();
            for (String candidate : lab.shuffled(candidates)) {
                Cell cell = new Cell(row, candidate, producers, burst);
                means.put(
                        candidate,
                        bench.measure(Measurement.PILOT, round, cell, effort.pilot())
                                .value());
            }
            return Collections.min(means.entrySet(), Map.Entry.comparingByValue())
                    .getKey();
        }
    }
}
