/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.dispatch.Handler.Load;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The section {@code dispatch}: blocks of rounds, each block with a fresh JVM for each candidate. */
public final class DispatchSection {
    static final String NAME = "dispatch";

    public static final Section SECTION = new Section(
            NAME, Duration.ofSeconds(40), Duration.ofMinutes(6), DispatchSection::measure, DispatchChapter.CHAPTER);

    private static final int LEAD_IN_MS = 200;

    private DispatchSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        lab.blocks(quick ? 1 : 3, quick ? 2 : 4, forks -> turns(lab, forks, quick ? 500 : 1_500));
    }

    private static List<Turn> turns(Lab lab, List<Fork> forks, int measureMs) {
        for (Candidate candidate : Candidate.on(lab.run().jdk())) {
            String files = lab.newDirectory().toString();
            forks.add(lab.fork(candidate.candidate(), List.of(), DispatchUnderLoad.class, candidate.name(), files));
        }
        int roundsOfWork = (int) Work.roundsPerUs(forks);
        forks.forEach(fork -> fork.ask("warm " + roundsOfWork));
        List<Turn> turns = new ArrayList<>();
        for (Load load : Load.ALL) {
            String command = "run " + load.sleepEvery() + " " + roundsOfWork + " " + LEAD_IN_MS + " " + measureMs;
            forks.forEach(fork -> turns.add(new Turn(fork, load.cell(), command, "messagesPerSecond", "messages/s")));
        }
        return turns;
    }
}
