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

/**
 * The section {@code scaling}: many publishers, subscribers and streams on few cores. A pilot, then one block, which
 * measures cell after cell.
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

    /** All candidates connect the parties of the cell; then come its rounds. */
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

    /** What the pilot found: which Aeron is the best where. */
    static final class Pilot {
        private final List<Measurement> measurements;

        Pilot(List<Measurement> measurements) {
            this.measurements = measurements;
        }

        /**
         * {@return the Aeron that was the fastest in the cell, or in that of the pilot's cells that is most like it}
         */
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
         * {@return how little they have in common: first how they wait, then who is more than one, then how many there
         * are}
         */
        private static int difference(Cell a, Cell b) {
            int waits = a.waits() == b.waits() ? 0 : 1_000;
            int publishers = (a.publishers() > 1) == (b.publishers() > 1) ? 0 : 100;
            int subscribers = (a.subscribers() > 1) == (b.subscribers() > 1) ? 0 : 100;
            return waits + publishers + subscribers + Math.abs(a.threads() - b.threads());
        }
    }
}
