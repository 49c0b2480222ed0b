/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Plan.Cell;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The section {@code injector}: blocks of rounds, each block with a fresh JVM for each kind of executor. */
public final class InjectorSection {
    static final String NAME = "injector";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            Plan.USAGE,
            InjectorSection::measure,
            InjectorChapter.CHAPTER);

    private static final int WARM_UP_US = 2;

    private InjectorSection() {}

    private static void measure(Lab lab) {
        Plan plan = Plan.of(lab.run());
        lab.say(plan.cells().size() + " cells, about " + plan.duration().toSeconds() + " s");
        lab.blocks(plan.blocks(), plan.roundsOfBlock(), forks -> turns(lab, plan, forks));
    }

    private static List<Turn> turns(Lab lab, Plan plan, List<Fork> forks) {
        for (Kind kind : Kind.on(lab.run().jdk())) {
            forks.add(lab.fork(kind.candidate(), List.of(), ExecutorUnderLoad.class, kind.name()));
        }
        double roundsPerUs = Work.roundsPerUs(forks);
        forks.forEach(fork -> fork.ask("warm " + (int) (WARM_UP_US * roundsPerUs)));
        List<Turn> turns = new ArrayList<>();
        for (Fork fork : forks) {
            for (Cell cell : plan.cells()) {
                int rounds = (int) (cell.taskUs() * roundsPerUs);
                String command = "tasks " + cell.limits().threads() + " "
                        + cell.limits().waiting() + " " + rounds + " " + Plan.LEAD_IN_MS + " " + plan.measureMs();
                turns.add(new Turn(fork, cell.toString(), command, "tasksPerSecond", "tasks/s"));
            }
            if (!fork.name().equals(Kind.LOOPS.candidate())) {
                for (int rate : Plan.TRICKLE_RATES) {
                    String command = "trickle " + rate + " " + Plan.LEAD_IN_MS + " " + plan.trickleMs();
                    turns.add(new Turn(fork, Cell.trickle(rate), command, "p50", "ns"));
                }
            }
        }
        return turns;
    }
}
