/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The section {@code process}: a pilot that finds Aeron's best variants, then blocks of fresh processes, in whose
 * rounds every candidate has its turn.
 */
public final class ProcessSection {
    static final String NAME = "process";
    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(2),
            Duration.ofMinutes(11),
            ProcessPlan.USAGE,
            lab -> new ProcessSection(lab).measure(),
            ProcessChapter.CHAPTER);
    private static final Schedule CLOCK_SLICE = Schedule.ofMs(0, 50);

    private final Lab lab;
    private final ProcessPlan plan;

    private ProcessSection(Lab lab) {
        this.lab = lab;
        this.plan = ProcessPlan.of(lab.run());
    }

    private void measure() {
        Map<Cell, List<Candidate>> cells = new LinkedHashMap<>();
        plan.cells().forEach(cell -> cells.put(cell, plan.candidates(cell, lab.usableSpace())));
        plan.kinds().forEach(kind -> addBestAeron(kind, cells));
        for (int block = 1; block <= plan.blocks(); block++) {
            lab.say("block " + block + " of " + plan.blocks());
            block(block, cells);
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
                .filter(best -> !candidates.contains(best))
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
            if (number != Measurement.PILOT) {
                cells.values().forEach(candidates -> candidates.forEach(block::party));
                Pair raw = block.party(Candidate.of(Product.RAW_LINES));
                raw.warmUp(Cell.clock(), plan.warmUpMs());
                raw.measure(number, 1, Cell.clock(), CLOCK_SLICE);
            }
            block.measure(
                    cells,
                    cell -> plan.rounds(number),
                    (round, cell, pair) -> pair.measure(number, round, cell, plan.slice(number, cell)));
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
