/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    private static final Slice CLOCK_SLICE = Slice.of(0, 50);

    private final Lab lab;
    private final ProcessPlan plan;

    private ProcessSection(Lab lab) {
        this.lab = lab;
        this.plan = lab.run().quick() ? ProcessPlan.quickly() : ProcessPlan.fully();
    }

    private void measure() {
        Map<Cell, List<Candidate>> entries = new LinkedHashMap<>();
        plan.cells().forEach(cell -> entries.put(cell, plan.candidates(cell, lab.usableSpace())));
        for (String kind : Candidate.KINDS) {
            Map<Cell, Candidate> best = pilot(kind);
            entries.forEach((cell, candidates) -> {
                Candidate aeron = best.get(plan.decidedBy(cell));
                if (aeron != null && !candidates.contains(aeron)) {
                    candidates.add(aeron);
                }
            });
        }
        for (int block = 1; block <= plan.blocks(); block++) {
            lab.say("block " + block + " of " + plan.blocks());
            block(block, plan.mostRoundsPerBlock(), entries);
        }
    }

    /** {@return for each cell of the pilot the variant of Aeron that was best in it} */
    private Map<Cell, Candidate> pilot(String kind) {
        lab.say("pilot, " + kind + " Aeron in " + plan.matrix().size() + " variants");
        List<Candidate> variants = plan.matrix().stream()
                .map(variant -> Candidate.of(Product.AERON, kind, variant))
                .toList();
        Map<Cell, List<Candidate>> entries = new LinkedHashMap<>();
        plan.pilotCells().forEach(cell -> entries.put(cell, variants));
        block(Measurement.PILOT, plan.pilotRounds(), entries);
        Map<Cell, Candidate> best = new LinkedHashMap<>();
        entries.forEach((cell, candidates) -> best.put(
                cell,
                candidates.stream()
                        .min(Comparator.comparingDouble(
                                candidate -> Measurement.median(lab.measurements(), candidate, cell)))
                        .orElseThrow()));
        return best;
    }

    /** Fresh processes, each pair warmed up for what it will measure, and their rounds. */
    private void block(int block, int rounds, Map<Cell, List<Candidate>> entries) {
        boolean isPilot = block == Measurement.PILOT;
        Map<Candidate, Pair> pairs = new LinkedHashMap<>();
        try {
            entries.values().stream().flatMap(List::stream).distinct().forEach(candidate -> {
                Pair pair = new Pair(lab, candidate, true);
                pairs.put(candidate, pair);
                entries.entrySet().stream()
                        .filter(entry -> entry.getValue().contains(candidate))
                        .map(entry -> plan.decidedBy(entry.getKey()))
                        .distinct()
                        .forEach(cell -> pair.warmUp(cell, plan.warmUpMs()));
            });
            if (!isPilot) {
                Pair raw = Objects.requireNonNull(pairs.get(Candidate.of(Product.RAW_LINES)));
                raw.warmUp(Cell.clock(), plan.warmUpMs());
                raw.measure(block, 1, Cell.clock(), CLOCK_SLICE);
            }
            for (int round = 1; round <= rounds; round++) {
                lab.say("round " + round + " of " + rounds);
                for (Map.Entry<Cell, List<Candidate>> entry : entries.entrySet()) {
                    Cell cell = entry.getKey();
                    if (isPilot || round <= plan.roundsPerBlock(cell)) {
                        for (Candidate candidate : lab.shuffled(entry.getValue())) {
                            Objects.requireNonNull(pairs.get(candidate)).measure(block, round, cell, plan.slice());
                        }
                    }
                }
            }
        } finally {
            pairs.values().forEach(Pair::close);
        }
    }
}
