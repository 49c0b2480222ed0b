/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Spread;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A pilot finds Aeron's best variant and way to publish for each cell; then, in blocks of fresh JVMs and rounds within them,
 * Tailrace, that best one, Aeron as shipped and the limits take turns.
 */
final class Duels {
    private final Plan plan;
    private final Lineup lineup;
    private final Random random;

    Duels(Plan plan) {
        this.plan = plan;
        this.lineup = new Lineup(plan);
        this.random = new Random(plan.run().seed());
    }

    void run() {
        say(plan.describe());
        try (Lab lab = new Lab(plan)) {
            Map<Cell, Setup> best = new LinkedHashMap<>();
            for (Kind kind : plan.kinds()) {
                best.putAll(pilot(lab, kind));
            }
            Map<Cell, List<Setup>> cells = lineup.duel(best);
            int blocks = plan.timing().blocks();
            for (int block = 1; block <= blocks; block++) {
                say("block " + block + " of " + blocks);
                rounds(lab, block, plan.timing().roundsPerBlock(), cells);
            }
            if (plan.extras()) {
                say("all term lengths");
                rounds(lab, blocks + 1, plan.timing().roundsPerBlock(), lineup.rings());
            }
        }
    }

    private Map<Cell, Setup> pilot(Lab lab, Kind kind) {
        Map<Cell, List<Setup>> cells = lineup.pilot(kind);
        say("pilot: " + kind + ", " + plan.matrix().size() + " variants of Aeron");
        rounds(lab, Measurement.PILOT, plan.timing().pilotRounds(), cells);
        Map<Cell, Setup> best = new LinkedHashMap<>();
        cells.forEach((cell, setups) -> best.put(cell, best(lab.measurements(), cell, setups)));
        return best;
    }

    private void rounds(Lab lab, int number, int rounds, Map<Cell, List<Setup>> cells) {
        try (Block block = new Block(lab, number, cells)) {
            for (int round = 1; round <= rounds; round++) {
                block.round(round, random);
            }
        }
    }

    private static Setup best(List<Measurement> measurements, Cell cell, List<Setup> setups) {
        Comparator<Setup> byFigure = Comparator.comparingDouble(setup -> median(measurements, cell, setup));
        return setups.stream()
                .max(cell.workload().isRoundTrip() ? byFigure.reversed() : byFigure)
                .orElseThrow();
    }

    private static double median(List<Measurement> measurements, Cell cell, Setup setup) {
        return Spread.of(measurements.stream()
                        .filter(measurement ->
                                measurement.cell().equals(cell.workload().toString()))
                        .filter(measurement -> measurement.candidate().equals(setup.toString()))
                        .map(Measurement::value)
                        .toList())
                .median();
    }

    private void say(String text) {
        plan.run().say().accept(text);
    }
}
