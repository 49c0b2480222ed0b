/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares pairs: a pilot finds Aeron's best variant for each cell; then every candidate has its turn in the rounds of
 * blocks of new processes.
 */
final class Contest {
    private static final Schedule CLOCK_SLICE = Schedule.ofMs(0, 50);
    private static final Cell CLOCK = Cell.named("clock-8");

    private final Lab lab;
    private final Plan plan;

    /** The cells, the candidates, and the number of rounds. */
    abstract static class Plan {
        final Run run;
        final List<String> kinds;
        final int blocks;
        private final int rounds;

        Plan(Run run, int defaultBlocks, int defaultRounds) {
            this.run = run;
            this.kinds = Candidate.kinds(run.own());
            this.blocks = run.own().number("--blocks", run.quick() ? 1 : defaultBlocks);
            this.rounds = run.own().number("--rounds", run.quick() ? 6 : defaultRounds);
        }

        /** {@return all cells} */
        abstract List<Cell> cells();

        /** {@return the kinds whose best Aeron is measured in a cell} */
        abstract List<String> kinds(Cell cell);

        /** {@return the cell whose pilot chooses the Aeron variant of this one} */
        abstract Cell decidedBy(Cell cell);

        /** {@return the cell that warms up all candidates for this one} */
        abstract Cell warmedBy(Cell cell);

        /** {@return the Aeron variants of a kind for the pilot of a cell} */
        abstract List<Candidate> aerons(Cell cell, String kind);

        /** {@return the candidates of a cell, besides Aeron's best} */
        abstract List<Candidate> candidates(Cell cell, long usableSpace);

        /** {@return the cells with their own block, after the others} */
        Map<Cell, List<Candidate>> extras() {
            return Map.of();
        }

        /** {@return the number of rounds of a block} */
        int rounds(int block) {
            return block == Measurement.PILOT ? pilotRounds() : Math.max(1, (rounds + blocks - 1) / blocks);
        }

        abstract int pilotRounds();

        abstract Schedule slice(int block, Cell cell);

        /** {@return the most time to warm up for this many cells} */
        abstract long warmUpMs(int cells);

        /** {@return the processes of a pair} */
        abstract Shape shape();
    }

    private Contest(Lab lab, Plan plan) {
        this.lab = lab;
        this.plan = plan;
    }

    static void measure(Lab lab, Plan plan) {
        new Contest(lab, plan).measure();
    }

    private void measure() {
        lab.say(plan.blocks + " blocks of " + plan.rounds(1) + " rounds, seed " + plan.run.seed() + ", flags "
                + plan.run.flags());
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        plan.cells().forEach(cell -> cells.put(cell, plan.candidates(cell, lab.usableSpace())));
        plan.kinds.forEach(kind -> addBestAeron(kind, cells));
        for (int block = 1; block <= plan.blocks; block++) {
            lab.say("block " + block + " of " + plan.blocks);
            block(block, cells);
        }
        if (!plan.extras().isEmpty()) {
            lab.say("all term lengths");
            block(plan.blocks + 1, plan.extras());
        }
    }

    /** A pilot measures all variants of Aeron with one kind of publications; the best joins the others of a cell. */
    private void addBestAeron(String kind, Map<Cell, List<Candidate>> cells) {
        Map<Cell, List<Candidate>> pilot = new LinkedHashMap<>();
        cells.keySet().stream()
                .filter(cell -> plan.kinds(cell).contains(kind))
                .map(plan::decidedBy)
                .forEach(cell -> pilot.put(cell, plan.aerons(cell, kind)));
        Map<Cell, List<Candidate>> toChoose = new LinkedHashMap<>(pilot);
        toChoose.values().removeIf(variants -> variants.size() < 2);
        if (!toChoose.isEmpty()) {
            lab.say("pilot, " + kind + " Aeron");
            block(Measurement.PILOT, toChoose);
        }
        cells.forEach((cell, candidates) -> best(plan.decidedBy(cell), pilot)
                .filter(best -> plan.kinds(cell).contains(kind) && !candidates.contains(best))
                .ifPresent(candidates::add));
    }

    private Optional<Candidate> best(Cell cell, Map<Cell, List<Candidate>> pilot) {
        List<Candidate> variants = pilot.getOrDefault(cell, List.of());
        return variants.size() < 2
                ? variants.stream().findFirst()
                : Optional.of(Measurement.best(lab.measurements(), variants, cell, cell.moreIsBetter()));
    }

    private void block(int number, Map<Cell, List<Candidate>> cells) {
        try (Block<Candidate, Pair> block = new Block<>(lab, candidate -> warmPair(candidate, cells))) {
            if (number != Measurement.PILOT && !plan.shape().inOneProcess()) {
                cells.values().forEach(candidates -> candidates.forEach(block::party));
                Pair raw = block.party(Candidate.of(Product.RAW_LINES));
                raw.warmUp(List.of(CLOCK), plan.warmUpMs(1));
                raw.measure(number, 1, CLOCK, CLOCK_SLICE);
            }
            block.measure(
                    cells,
                    cell -> plan.rounds(number),
                    (round, cell, pair) -> pair.measure(number, round, cell, plan.slice(number, cell)));
        }
    }

    /** {@return a new pair, warmed up for its cells} */
    private Pair warmPair(Candidate candidate, Map<Cell, List<Candidate>> cells) {
        Pair pair = new Pair(lab, candidate, plan.shape());
        List<Cell> warming = Block.cellsOf(candidate, cells).stream()
                .map(plan::warmedBy)
                .distinct()
                .toList();
        if (!warming.isEmpty()) {
            pair.warmUp(warming, plan.warmUpMs(warming.size()));
        }
        return pair;
    }
}
