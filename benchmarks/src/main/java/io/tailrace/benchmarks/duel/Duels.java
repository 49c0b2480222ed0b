/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A pilot finds Aeron's best variant and way to publish for each cell; then, in blocks of fresh JVMs and rounds within
 * them, Tailrace, that best one, Aeron as shipped and the limits take turns.
 */
final class Duels {
    private static final long MAX_WARM_UP_MS = 2_500;
    private static final long MAX_WARM_UP_MS_PER_WORKLOAD = 200;

    private final Plan plan;
    private final Lineup lineup;
    private final Lab lab;

    Duels(Plan plan, Lab lab) {
        this.plan = plan;
        this.lineup = new Lineup(plan);
        this.lab = lab;
    }

    void run() {
        lab.say(plan.describe());
        Map<Cell, Candidate> best = new LinkedHashMap<>();
        plan.kinds().forEach(kind -> best.putAll(pilot(kind)));
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

    private Map<Cell, Candidate> pilot(String kind) {
        Map<Cell, List<Candidate>> cells = lineup.pilot(kind);
        lab.say("pilot: " + kind + ", " + plan.matrix().size() + " variants of Aeron");
        block(Measurement.PILOT, plan.timing().pilotRounds(), cells);
        Map<Cell, Candidate> best = new LinkedHashMap<>();
        cells.forEach((cell, candidates) -> best.put(cell, best(lab.measurements(), cell, candidates)));
        return best;
    }

    /** Fresh JVMs, each warmed up for all that it will measure, and their rounds. */
    private void block(int block, int rounds, Map<Cell, List<Candidate>> cells) {
        Map<Candidate, Fork> forks = new LinkedHashMap<>();
        try {
            Map<Candidate, Set<Workload>> workloads = new LinkedHashMap<>();
            cells.forEach((cell, candidates) -> candidates.forEach(candidate -> workloads
                    .computeIfAbsent(candidate, none -> new LinkedHashSet<>())
                    .add(cell.workload())));
            workloads.forEach((candidate, all) -> forks.put(candidate, warmFork(candidate, all)));
            for (int round = 1; round <= rounds; round++) {
                int number = round;
                cells.forEach((cell, candidates) -> lab.shuffled(candidates)
                        .forEach(candidate ->
                                measure(block, number, Objects.requireNonNull(forks.get(candidate)), cell.workload())));
            }
        } finally {
            forks.values().forEach(Fork::close);
        }
    }

    private Fork warmFork(Candidate candidate, Set<Workload> workloads) {
        List<String> flags = new ArrayList<>(candidate.jvmFlags());
        flags.addAll(plan.flags());
        String name = candidate.toString();
        Fork fork =
                lab.fork(name, flags, DuelFork.class, name, lab.newDirectory().toString());
        long maxMs = MAX_WARM_UP_MS + workloads.size() * MAX_WARM_UP_MS_PER_WORKLOAD;
        fork.ask("warm " + maxMs + " "
                + workloads.stream().map(Workload::toString).collect(joining(" ")));
        return fork;
    }

    private void measure(int block, int round, Fork fork, Workload workload) {
        lab.measure(block, round, fork.name(), workload.toString(), fork::cpuSeconds, () -> {
            Map<String, Object> details =
                    Json.parse(fork.ask("run " + plan.timing().sliceMs(block) + " " + workload));
            double value = Lab.number(details, "value");
            details.remove("value");
            details.put("library", Json.parse(fork.greeting()).getOrDefault("candidate", ""));
            return new Lab.Figure(value, workload.unit(), details);
        });
    }

    private static Candidate best(List<Measurement> measurements, Cell cell, List<Candidate> candidates) {
        return candidates.stream()
                .max(cell.byFigure(candidate -> Measurement.median(measurements, candidate, cell)))
                .orElseThrow();
    }
}
