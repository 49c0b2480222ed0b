/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.WorkRate;
import io.tailrace.benchmarks.suite.Rounds;
import io.tailrace.benchmarks.suite.Rounds.Turn;
import io.tailrace.benchmarks.suite.Run;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Blocks of rounds, each block with a fresh JVM for each kind of executor. */
final class InjectorRun {
    private static final int WARM_UP_US = 2;

    private final Plan plan;

    InjectorRun(Plan plan) {
        this.plan = plan;
    }

    void measure() {
        Run run = plan.run();
        run.say()
                .accept("injector: " + plan.cells().size() + " cells, about "
                        + plan.duration().toSeconds() + " s");
        try (Rounds rounds = new Rounds(run, InjectorSection.NAME)) {
            for (int block = 1; block <= plan.blocks(); block++) {
                run.say().accept("injector: block " + block + " of " + plan.blocks());
                measure(rounds, block);
            }
        }
    }

    private void measure(Rounds rounds, int block) {
        Map<Kind, Fork> forks = new EnumMap<>(Kind.class);
        try {
            Run run = plan.run();
            for (Kind kind : Kind.on(run.jdk())) {
                forks.put(kind, new Fork(kind.candidate(), run.java(), List.of(), ExecutorMain.class, kind.name()));
            }
            double roundsPerUs = WorkRate.roundsPerUs(List.copyOf(forks.values()));
            forks.values().forEach(fork -> fork.ask("warm " + (int) (WARM_UP_US * roundsPerUs)));
            rounds.measure(block, plan.roundsOfBlock(), turns(forks, roundsPerUs));
        } finally {
            forks.values().forEach(Fork::close);
        }
    }

    private List<Turn> turns(Map<Kind, Fork> forks, double roundsPerUs) {
        List<Turn> turns = new ArrayList<>();
        forks.forEach((kind, fork) -> {
            for (Cell cell : plan.cells()) {
                String command = "tasks " + cell.limits().threads() + " "
                        + cell.limits().waiting() + " " + (int) (cell.taskUs() * roundsPerUs) + " " + plan.leadInMs()
                        + " " + plan.measureMs();
                turns.add(new Turn(fork, cell.toString(), command, "tasksPerSecond", "tasks/s"));
            }
            if (kind != Kind.LOOPS) {
                for (int rate : Plan.TRICKLE_RATES) {
                    String command = "trickle " + rate + " " + plan.leadInMs() + " " + plan.trickleMs();
                    turns.add(new Turn(fork, Cell.trickle(rate), command, "p50", "ns"));
                }
            }
        });
        return turns;
    }
}
