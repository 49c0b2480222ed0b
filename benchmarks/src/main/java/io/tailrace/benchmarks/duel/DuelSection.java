/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.duel.Lineup.Plan;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The section {@code duel}: Tailrace against Aeron in one process of two threads. A pilot finds Aeron's best variant
 * and way to publish for each cell; then, in blocks of fresh JVMs, Tailrace, that best one, Aeron as shipped and the
 * limits take turns.
 */
public final class DuelSection {
    static final String NAME = "duel";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(3),
            Duration.ofMinutes(20),
            Plan.USAGE,
            lab -> new DuelSection(lab).measure(),
            DuelChapter.CHAPTER);

    private static final long MAX_WARM_UP_MS = 2_500;
    private static final long MAX_WARM_UP_MS_PER_WORKLOAD = 200;
    private final Lab lab;
    private final Plan plan;

    private DuelSection(Lab lab) {
        this.lab = lab;
        this.plan = Plan.of(lab.run());
    }

    private void measure() {
        lab.say(plan.describe());
        Lineup lineup = new Lineup(plan);
        Map<Cell, Candidate> best = new LinkedHashMap<>();
        for (String kind : plan.kinds()) {
            Map<Cell, List<Candidate>> cells = lineup.pilot(kind);
            lab.say("pilot: " + kind + ", " + plan.matrix().size() + " variants of Aeron");
            block(Measurement.PILOT, plan.timing().pilotRounds(), cells);
            cells.forEach((cell, candidates) ->
                    best.put(cell, Measurement.best(lab.measurements(), candidates, cell, cell.moreIsBetter())));
        }
        Map<Cell, List<Candidate>> cells = lineup.duel(best);
        int blocks = plan.timing().blocks();
        for (int block = 1; block <= blocks; block++) {
            lab.say("block " + block + " of " + blocks);
            block(block, plan.timing().roundsPerBlock(), cells);
        }
        if (plan.extras()) {
            lab.say("all term lengths");
            block(blocks + 1, plan.timing().roundsPerBlock(), lineup.rings());
        }
    }

    private void block(int number, int rounds, Map<Cell, List<Candidate>> cells) {
        try (Block<Candidate, Fork> block = new Block<>(lab, candidate -> warmFork(candidate, cells))) {
            block.measure(cells, cell -> rounds, (round, cell, fork) -> {
                String command = "run " + plan.timing().sliceMs(number) + " " + cell;
                Lab.Turn turn = new Lab.Turn(
                        fork,
                        cell.toString(),
                        command,
                        Measurement.VALUE,
                        cell.workload().unit());
                Object library = Json.parse(fork.greeting()).getOrDefault("candidate", "");
                lab.ask(number, round, turn, Map.of("library", library));
            });
        }
    }

    /** {@return a new JVM, warmed up for all that it will measure} */
    private Fork warmFork(Candidate candidate, Map<Cell, List<Candidate>> cells) {
        Fork fork = lab.fork(
                candidate.toString(),
                candidate.jvmFlags(),
                DuelFork.class,
                candidate.inItsBuild().toString(),
                lab.newDirectory().toString());
        List<String> workloads = Block.cellsOf(candidate, cells).stream()
                .map(Cell::toString)
                .distinct()
                .toList();
        long maxMs = MAX_WARM_UP_MS + workloads.size() * MAX_WARM_UP_MS_PER_WORKLOAD;
        fork.ask("warm " + maxMs + " " + String.join(" ", workloads));
        return fork;
    }
}
