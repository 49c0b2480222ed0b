/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The section {@code process}: a pilot that finds Aeron's best variants, then blocks of fresh processes, in whose
 * rounds every candidate has its turn.
 */
public final class ProcessSection {
    static final String NAME = "process";
    public static final Section SECTION = new Section(
            NAME,
            Duration.ofSeconds(90),
            Duration.ofMinutes(11),
            lab -> new ProcessSection(lab).measure(),
            new ProcessChapter());
    private static final Schedule CLOCK_SLICE = Schedule.ofMs(0, 50);

    private final Lab lab;
    private final ProcessPlan plan;

    private ProcessSection(Lab lab) {
        this.lab = lab;
        this.plan = lab.run().quick() ? ProcessPlan.quickly() : ProcessPlan.fully();
    }

    private void measure() {
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        plan.cells().forEach(cell -> cells.put(cell, plan.candidates(cell, lab.usableSpace())));
        for (String kind : Candidate.KINDS) {
            List<Candidate> variants = pilot(kind);
            cells.forEach((cell, candidates) -> {
                Candidate best = Measurement.best(lab.measurements(), variants, plan.decidedBy(cell), false);
                if (!candidates.contains(best)) {
                    candidates.add(best);
                }
            });
        }
        for (int block = 1; block <= plan.blocks(); block++) {
            lab.say("block " + block + " of " + plan.blocks());
            block(block, cells, plan::roundsPerBlock);
        }
    }

    /** Measures all variants of Aeron with one kind of publications, and returns them. */
    private List<Candidate> pilot(String kind) {
        lab.say("pilot, " + kind + " Aeron in " + plan.matrix().size() + " variants");
        List<Candidate> variants = plan.matrix().stream()
                .map(variant -> Candidate.of(Product.AERON, kind, variant))
                .toList();
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        plan.pilotCells().forEach(cell -> cells.put(cell, variants));
        block(Measurement.PILOT, cells, cell -> plan.pilotRounds());
        return variants;
    }

    private void block(int number, Map<Cell, List<Candidate>> cells, ToIntFunction<Cell> rounds) {
        try (Block<Candidate, Pair> block = new Block<>(lab, candidate -> warmPair(candidate, cells))) {
            if (number != Measurement.PILOT) {
                cells.values().forEach(candidates -> candidates.forEach(block::party));
                Pair raw = block.party(Candidate.of(Product.RAW_LINES));
                raw.warmUp(Cell.clock(), plan.warmUpMs());
                raw.measure(number, 1, Cell.clock(), CLOCK_SLICE);
            }
            block.measure(cells, rounds, (round, cell, pair) -> pair.measure(number, round, cell, plan.slice()));
        }
    }

    /** {@return a new pair, warmed up for what it will measure} */
    private Pair warmPair(Candidate candidate, Map<Cell, List<Candidate>> cells) {
        Pair pair = new Pair(lab, candidate, true);
        Block.cellsOf(candidate, cells).stream()
                .map(plan::decidedBy)
                .distinct()
                .forEach(cell -> pair.warmUp(cell, plan.warmUpMs()));
        return pair;
    }
}
