/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.pair.Pair;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The section {@code scaling}: many publishers, subscribers and streams on few cores. A pilot, then one block that
 * measures one cell after the other.
 */
public final class ScalingSection {
    static final String NAME = "scaling";
    public static final Section SECTION = new Section(
            NAME,
            Duration.ofSeconds(80),
            Duration.ofMinutes(10),
            lab -> new ScalingSection(lab, Plan.of(lab.run().quick())).measure(),
            ScalingChapter.CHAPTER);

    private static final int LEAD_IN_MS = 60;

    private final Lab lab;
    private final Plan plan;

    ScalingSection(Lab lab, Plan plan) {
        this.lab = lab;
        this.plan = plan;
    }

    private void measure() {
        for (String kind : Candidate.KINDS) {
            List<Candidate> candidates = candidates(Product.AERON, kind, plan.matrix());
            try (Block<Candidate, Pair> block = new Block<>(lab, this::pair)) {
                plan.pilotCells()
                        .forEach(cell -> measure(
                                block,
                                Measurement.PILOT,
                                cell,
                                candidates,
                                plan.effort().pilotRounds()));
            }
        }
        Pilot pilot = new Pilot(lab.measurements());
        int rounds = plan.effort().rounds();
        try (Block<Candidate, Pair> block = new Block<>(lab, this::pair)) {
            for (Cell cell : plan.headlines()) {
                List<Candidate> candidates = candidates(cell, pilot);
                Candidate.KINDS.forEach(
                        kind -> candidates.add(Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name())));
                measure(block, 1, cell, candidates, plan.effort().headlineRounds());
            }
            plan.others().forEach(cell -> measure(block, 1, cell, candidates(cell, pilot), rounds));
            List<Candidate> withShortTerms = new ArrayList<>();
            for (String kind : Candidate.KINDS) {
                withShortTerms.addAll(candidates(Product.TAILRACE, kind, Plan.TAILRACE_SHORT_TERMS));
                withShortTerms.addAll(candidates(Product.AERON, kind, Plan.AERON_SHORT_TERMS));
            }
            plan.curves().forEach(cell -> measure(block, 1, cell, withShortTerms, rounds));
        }
    }

    private static List<Candidate> candidates(Cell cell, Pilot pilot) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            candidates.addAll(candidates(Product.TAILRACE, kind, Plan.TAILRACE));
            candidates.add(pilot.best(kind, cell));
        }
        return candidates;
    }

    private static List<Candidate> candidates(Product product, String kind, List<String> variants) {
        return variants.stream()
                .map(variant -> Candidate.of(product, kind, variant))
                .toList();
    }

    /** {@return a JVM whose code is compiled} */
    Pair pair(Candidate candidate) {
        Cell smallest = Cell.grid(1, 1, Waits.SPIN);
        Pair pair = new Pair(lab, candidate.name(), candidate, smallest.shape());
        pair.warmUp(List.of(smallest.work()), plan.effort().firstWarmUpMs());
        pair.closeStreams();
        return pair;
    }

    /** All candidates connect the parties of the cell; its rounds follow. */
    void measure(Block<Candidate, Pair> block, int number, Cell cell, List<Candidate> candidates, int rounds) {
        lab.say(cell + (number == Measurement.PILOT ? ", pilot" : ""));
        for (Candidate candidate : candidates) {
            block.party(candidate).open(cell.shape());
            block.party(candidate).warmUp(List.of(cell.work()), plan.effort().warmUpMs());
        }
        Schedule slice = Schedule.ofMs(LEAD_IN_MS, plan.effort().sliceMs());
        block.measure(
                Map.of(cell, candidates),
                any -> rounds,
                (round, any, pair) -> pair.measure(number, round, cell.work(), slice));
        candidates.forEach(candidate -> block.party(candidate).closeStreams());
    }

    /** The result of the pilot: Aeron's best variant by cell. */
    static final class Pilot {
        private final List<Measurement> measurements;

        Pilot(List<Measurement> measurements) {
            this.measurements = measurements;
        }

        /** {@return the fastest Aeron variant in the cell, or in the pilot's most similar cell} */
        Candidate best(String kind, Cell cell) {
            Cell nearest = measurements.stream()
                    .map(measurement -> Cell.parse(measurement.cell()))
                    .min(Comparator.comparingInt(other -> difference(cell, other)))
                    .orElseThrow();
            List<Candidate> candidates = measurements.stream()
                    .filter(measurement -> measurement.cell().equals(nearest.toString()))
                    .map(measurement -> new Candidate(measurement.candidate()))
                    .filter(candidate -> candidate.kind().equals(kind))
                    .distinct()
                    .toList();
            return Measurement.best(measurements, candidates, nearest, true);
        }

        /**
         * {@return their difference: first in how they wait, then in which parties are more than one, then in the
         * numbers}
         */
        private static int difference(Cell a, Cell b) {
            int waits = a.waits() == b.waits() ? 0 : 1_000;
            int publishers = (a.publishers() > 1) == (b.publishers() > 1) ? 0 : 100;
            int subscribers = (a.subscribers() > 1) == (b.subscribers() > 1) ? 0 : 100;
            return waits + publishers + subscribers + Math.abs(a.threads() - b.threads());
        }
    }

    /**
     * The cells of a run, and their rounds.
     *
     * @param matrix variants of Aeron; the pilot chooses one for each kind of publication and shape of the grid
     * @param pilotCells cells of the pilot; other cells use the choice of the nearest one
     * @param headlines cells of the grid with more rounds and more candidates
     * @param others cells of the grid
     * @param curves all other cells
     */
    record Plan(
            List<String> matrix,
            List<Cell> pilotCells,
            List<Cell> headlines,
            List<Cell> others,
            List<Cell> curves,
            Effort effort) {

        /**
         * The limits of its time.
         *
         * @param headlineRounds of each headline
         * @param rounds of each other cell
         * @param pilotRounds of each of the pilot's cells
         * @param firstWarmUpMs the most warm-up for the first cell of a JVM
         * @param warmUpMs the most warm-up for each other cell
         */
        record Effort(
                int headlineRounds, int rounds, int pilotRounds, long sliceMs, long firstWarmUpMs, long warmUpMs) {}

        /** The shortest terms; the driver has a thread, or the first subscriber runs it. For the curves. */
        static final List<String> TAILRACE_SHORT_TERMS = List.of("64k", "64k-subscriber");

        /** Variants of the grid. */
        static final List<String> TAILRACE = List.of("64k", "64k-subscriber", Candidate.DEFAULT, "subscriber");

        /** Terms as short as Tailrace's, for the curves. */
        static final List<String> AERON_SHORT_TERMS = List.of("64k", "64k-subscriber");

        /** A pilot chooses the best of these for the grid. */
        static final List<String> AERON =
                List.of("64k", "64k-subscriber", "1m", "1m-subscriber", "4m", "4m-subscriber");

        /** A quick pilot chooses from these. */
        private static final List<String> AERON_QUICK = List.of("64k", "64k-subscriber", "4m");

        private static final List<Integer> POWERS = List.of(1, 2, 4, 8, 16, 32, 64);

        static Plan of(boolean quick) {
            return quick ? quick() : full();
        }

        private static Plan quick() {
            List<Cell> headlines = List.of(
                    Cell.grid(1, 1, Waits.SPIN),
                    Cell.grid(3, 1, Waits.PARK),
                    Cell.grid(1, 3, Waits.PARK),
                    Cell.grid(2, 2, Waits.PARK));
            return new Plan(
                    AERON_QUICK,
                    headlines.subList(0, 2),
                    headlines,
                    List.of(),
                    List.of(Cell.streams(1), Cell.streams(100), Cell.publishers(16), Cell.subscribers(16)),
                    new Effort(2, 1, 1, 150, 600, 200));
        }

        private static Plan full() {
            List<Cell> headlines = Stream.concat(
                            Stream.of(Cell.grid(1, 1, Waits.SPIN)),
                            Stream.of(Waits.YIELD, Waits.PARK)
                                    .flatMap(waits -> Stream.of(
                                            Cell.grid(3, 1, waits), Cell.grid(1, 3, waits), Cell.grid(2, 2, waits))))
                    .toList();
            List<Cell> others = new ArrayList<>(grid());
            others.removeAll(headlines);
            List<Cell> curves = new ArrayList<>();
            Stream.of(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000)
                    .map(Cell::streams)
                    .forEach(curves::add);
            POWERS.stream().map(Cell::publishers).forEach(curves::add);
            POWERS.stream().map(Cell::subscribers).forEach(curves::add);
            List<Cell> pilotCells = headlines.stream()
                    .filter(cell -> cell.waits() != Waits.YIELD || cell.subscribers() == 1)
                    .toList();
            return new Plan(AERON, pilotCells, headlines, others, curves, new Effort(5, 2, 1, 250, 1_500, 200));
        }

        private static List<Cell> grid() {
            return IntStream.rangeClosed(1, 4)
                    .boxed()
                    .flatMap(publishers -> IntStream.rangeClosed(1, 4).boxed().flatMap(subscribers -> Stream.of(
                                    Waits.values())
                            .map(waits -> Cell.grid(publishers, subscribers, waits))))
                    .filter(cell -> cell.hasMoreThreadsThanCores() == (cell.waits() != Waits.SPIN))
                    .toList();
        }
    }
}
