/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.Spread;
import io.tailrace.benchmarks.process.Peer.Product;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.suite.Run;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A pilot that finds Aeron's best variants, then blocks of fresh processes, in whose rounds every candidate has its turn. */
final class ProcessRun {
    private static final Slice CLOCK_SLICE = Slice.of(0, 50);

    private final Run run;
    private final ProcessPlan plan;
    private final PairLab lab;
    private final Random random;

    ProcessRun(Run run, ProcessPlan plan, PairLab lab) {
        this.run = run;
        this.plan = plan;
        this.lab = lab;
        this.random = new Random(run.seed());
    }

    void measure() {
        Map<Cell, List<Peer>> entries = new LinkedHashMap<>();
        plan.cells().forEach(cell -> entries.put(cell, plan.candidates(cell, lab.usableSpace())));
        for (String kind : ProcessPlan.KINDS) {
            Map<Cell, Peer> best = pilot(kind);
            entries.forEach((cell, peers) -> {
                Peer aeron = best.get(plan.decidedBy(cell));
                if (aeron != null && !peers.contains(aeron)) {
                    peers.add(aeron);
                }
            });
        }
        for (int block = 1; block <= plan.blocks(); block++) {
            run.say().accept("process: block " + block + " of " + plan.blocks());
            block(block, entries);
        }
    }

    /** {@return for each cell of the pilot the variant of Aeron that was best in it} */
    private Map<Cell, Peer> pilot(String kind) {
        run.say()
                .accept("process: pilot, " + kind + " Aeron in " + plan.matrix().size() + " variants");
        List<Peer> variants =
                plan.matrix().stream().map(variant -> Peer.aeron(kind, variant)).toList();
        Map<Cell, List<Peer>> entries = new LinkedHashMap<>();
        plan.pilotCells().forEach(cell -> entries.put(cell, variants));
        List<Measurement> measured = new ArrayList<>();
        try (Pairs pairs = new Pairs(lab, plan, entries)) {
            for (int round = 1; round <= plan.pilotRounds(); round++) {
                for (Cell cell : entries.keySet()) {
                    measured.addAll(round(Measurement.PILOT, round, cell, variants, pairs));
                }
            }
        }
        Map<Cell, Peer> best = new LinkedHashMap<>();
        plan.pilotCells()
                .forEach(cell -> best.put(
                        cell,
                        variants.stream()
                                .min(Comparator.comparingDouble(peer -> median(measured, cell, peer)))
                                .orElseThrow()));
        return best;
    }

    private static double median(List<Measurement> measured, Cell cell, Peer peer) {
        return Spread.of(measured.stream()
                        .filter(measurement -> measurement.cell().equals(cell.toString()))
                        .filter(measurement -> measurement.candidate().equals(peer.toString()))
                        .map(Measurement::value)
                        .toList())
                .median();
    }

    private void block(int block, Map<Cell, List<Peer>> entries) {
        try (Pairs pairs = new Pairs(lab, plan, entries)) {
            Pair raw = pairs.get(Peer.of(Product.RAW_LINES));
            raw.warmUp(Cell.clock(), plan.warmUpMs());
            lab.measure(block, 1, raw, Cell.clock(), CLOCK_SLICE);
            for (int round = 1; round <= plan.mostRoundsPerBlock(); round++) {
                run.say().accept("process: round " + round + " of " + plan.mostRoundsPerBlock());
                for (Map.Entry<Cell, List<Peer>> entry : entries.entrySet()) {
                    if (round <= plan.roundsPerBlock(entry.getKey())) {
                        round(block, round, entry.getKey(), entry.getValue(), pairs);
                    }
                }
            }
        }
    }

    private List<Measurement> round(int block, int round, Cell cell, List<Peer> peers, Pairs pairs) {
        List<Peer> order = new ArrayList<>(peers);
        Collections.shuffle(order, random);
        return order.stream()
                .map(peer -> lab.measure(block, round, pairs.get(peer), cell, plan.slice()))
                .toList();
    }
}
