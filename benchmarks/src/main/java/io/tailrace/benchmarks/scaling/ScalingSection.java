/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The section {@code scaling}: many publishers, subscribers and streams on few cores. */
public final class ScalingSection implements Section {
    static final String NAME = "scaling";

    private static final int BLOCK = 1;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofSeconds(80) : Duration.ofMinutes(10);
    }

    @Override
    public Chapter chapter() {
        return new ScalingChapter();
    }

    @Override
    public void run(Run run) {
        Path directory = SharedMemory.newDirectory(NAME);
        try (Surroundings surroundings = new Surroundings();
                RawFile raw = new RawFile(run.out(), NAME, run.jdk())) {
            Block.Bench bench = new Block.Bench(run, directory, surroundings, raw, new Random(run.seed()));
            Plan plan = Plan.of(run.quick());
            Pilot pilot = pilot(bench, plan);
            try (Block block = new Block(bench, BLOCK, plan.effort())) {
                grid(block, plan, pilot);
                curves(block, plan);
            }
        } finally {
            SharedMemory.delete(directory);
        }
    }

    private static Pilot pilot(Block.Bench bench, Plan plan) {
        List<Measurement> all = new ArrayList<>();
        for (Contestant.Kind kind : Contestant.Kind.values()) {
            try (Block block = new Block(bench, Measurement.PILOT, plan.effort())) {
                List<Contestant> contestants = plan.matrix().stream()
                        .map(variant -> Contestant.aeron(kind, variant))
                        .toList();
                plan.pilotCells()
                        .forEach(cell ->
                                block.measure(cell, contestants, plan.effort().pilotRounds()));
                all.addAll(block.measurements());
            }
        }
        return new Pilot(all);
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
            AeronMatrix.SHORT_TERMS.forEach(variant -> contestants.add(Contestant.aeron(kind, variant)));
        }
        plan.curves()
                .forEach(cell -> block.measure(cell, contestants, plan.effort().rounds()));
    }
}
