/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The section {@code injector}: blocks of rounds, each block with a fresh JVM for each kind of executor. */
public final class InjectorSection {
    static final String NAME = "injector";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            Plan.USAGE,
            InjectorSection::measure,
            new InjectorChapter());

    private static final int WARM_UP_US = 2;

    private InjectorSection() {}

    private static void measure(Lab lab) {
        Plan plan = Plan.of(lab.run());
        lab.say(plan.cells().size() + " cells, about " + plan.duration().toSeconds() + " s");
        for (int block = 1; block <= plan.blocks(); block++) {
            lab.say("block " + block + " of " + plan.blocks());
            measure(lab, plan, block);
        }
    }

    private static void measure(Lab lab, Plan plan, int block) {
        Map<Kind, Fork> forks = new EnumMap<>(Kind.class);
        try {
            for (Kind kind : Kind.on(lab.run().jdk())) {
                forks.put(kind, lab.fork(kind.candidate(), List.of(), ExecutorUnderLoad.class, kind.name()));
            }
            double roundsPerUs = Work.roundsPerUs(List.copyOf(forks.values()));
            forks.values().forEach(fork -> fork.ask("warm " + (int) (WARM_UP_US * roundsPerUs)));
            lab.rounds(block, plan.roundsOfBlock(), turns(plan, forks, roundsPerUs));
        } finally {
            forks.values().forEach(Fork::close);
        }
    }

    private static List<Turn> turns(Plan plan, Map<Kind, Fork> forks, double roundsPerUs) {
        List<Turn> turns = new ArrayList<>();
        forks.forEach((kind, fork) -> {
            for (Cell cell : plan.cells()) {
                String command = "tasks " + cell.limits().threads() + " "
                        + cell.limits().waiting() + " " + (int) (cell.taskUs() * roundsPerUs) + " " + Plan.LEAD_IN_MS
                        + " " + plan.measureMs();
                turns.add(new Turn(fork, cell.toString(), command, "tasksPerSecond", "tasks/s"));
            }
            if (kind != Kind.LOOPS) {
                for (int rate : Plan.TRICKLE_RATES) {
                    String command = "trickle " + rate + " " + Plan.LEAD_IN_MS + " " + plan.trickleMs();
                    turns.add(new Turn(fork, Cell.trickle(rate), command, "p50", "ns"));
                }
            }
        });
        return turns;
    }
}
