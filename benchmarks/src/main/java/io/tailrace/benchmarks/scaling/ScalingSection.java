/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The section {@code scaling}: many publishers, subscribers and streams on few cores. */
public final class ScalingSection {
    static final String NAME = "scaling";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofSeconds(80),
            Duration.ofMinutes(10),
            Set.of(),
            ScalingSection::measure,
            new ScalingChapter());

    private ScalingSection() {}

    private static void measure(Lab lab) {
        Plan plan = Plan.of(lab.run().quick());
        for (Contestant.Kind kind : Contestant.Kind.values()) {
            try (Block block = new Block(lab, Measurement.PILOT, plan.effort())) {
                List<Contestant> contestants = plan.matrix().stream()
                        .map(variant -> Contestant.aeron(kind, variant))
                        .toList();
                plan.pilotCells()
                        .forEach(cell ->
                                block.measure(cell, contestants, plan.effort().pilotRounds()));
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
            List<Contestant> contestants = contestants(cell, pilot);
            for (Contestant.Kind kind : Contestant.Kind.values()) {
                contestants.add(Contestant.aeron(kind, AeronVariant.SHIPPED));
            }
            block.measure(cell, contestants, plan.effort().headlineRounds());
        }
        for (Cell cell : plan.others()) {
            block.measure(cell, contestants(cell, pilot), plan.effort().rounds());
        }
    }

    private static List<Contestant> contestants(Cell cell, Pilot pilot) {
        List<Contestant> contestants = new ArrayList<>();
        for (Contestant.Kind kind : Contestant.Kind.values()) {
            TailraceProduct.MATRIX.forEach(variant -> contestants.add(Contestant.tailrace(kind, variant)));
            contestants.add(pilot.best(kind, cell));
        }
        return contestants;
    }

    private static void curves(Block block, Plan plan) {
        List<Contestant> contestants = new ArrayList<>();
        for (Contestant.Kind kind : Contestant.Kind.values()) {
            TailraceProduct.SHORT_TERMS.forEach(variant -> contestants.add(Contestant.tailrace(kind, variant)));
            AeronProduct.SHORT_TERMS.forEach(variant -> contestants.add(Contestant.aeron(kind, variant)));
        }
        plan.curves()
                .forEach(cell -> block.measure(cell, contestants, plan.effort().rounds()));
    }
}
