/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The section {@code scaling}: many publishers, subscribers and streams on few cores. */
public final class ScalingSection {
    static final String NAME = "scaling";

    public static final Section SECTION = new Section(
            NAME, Duration.ofSeconds(80), Duration.ofMinutes(10), ScalingSection::measure, new ScalingChapter());

    private ScalingSection() {}

    private static void measure(Lab lab) {
        Plan plan = Plan.of(lab.run().quick());
        for (String kind : Candidate.KINDS) {
            try (Block block = new Block(lab, Measurement.PILOT, plan.effort())) {
                List<Candidate> candidates = plan.matrix().stream()
                        .map(variant -> Candidate.of(Product.AERON, kind, variant))
                        .toList();
                plan.pilotCells()
                        .forEach(cell ->
                                block.measure(cell, candidates, plan.effort().pilotRounds()));
            }
        }
        Pilot pilot = new Pilot(lab.measurements());
        try (Block block = new Block(lab, 1, plan.effort())) {
            grid(block, plan, pilot);
            curves(block, plan);
        }
    }

    private static void grid(Block block, Plan plan, Pilot pilot) {
        for (Cell cell : plan.headlines()) {
            List<Candidate> candidates = candidates(cell, pilot);
            for (String kind : Candidate.KINDS) {
                candidates.add(Candidate.of(Product.AERON, kind, AeronVariant.SHIPPED.name()));
            }
            block.measure(cell, candidates, plan.effort().headlineRounds());
        }
        for (Cell cell : plan.others()) {
            block.measure(cell, candidates(cell, pilot), plan.effort().rounds());
        }
    }

    private static List<Candidate> candidates(Cell cell, Pilot pilot) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            Plan.TAILRACE.forEach(variant -> candidates.add(Candidate.of(Product.TAILRACE, kind, variant)));
            candidates.add(pilot.best(kind, cell));
        }
        return candidates;
    }

    private static void curves(Block block, Plan plan) {
        List<Candidate> candidates = new ArrayList<>();
        for (String kind : Candidate.KINDS) {
            Plan.TAILRACE_SHORT_TERMS.forEach(variant -> candidates.add(Candidate.of(Product.TAILRACE, kind, variant)));
            Plan.AERON_SHORT_TERMS.forEach(variant -> candidates.add(Candidate.of(Product.AERON, kind, variant)));
        }
        plan.curves()
                .forEach(cell -> block.measure(cell, candidates, plan.effort().rounds()));
    }
}
