/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

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
            NAME, Duration.ofSeconds(40), Duration.ofMinutes(6), DispatchSection::measure, new DispatchChapter());

    private static final int LEAD_IN_MS = 200;

    private DispatchSection() {}

    private static void measure(Lab lab) {
        int blocks = lab.run().quick() ? 1 : 3;
        for (int block = 1; block <= blocks; block++) {
            lab.say("block " + block + " of " + blocks);
            measure(lab, block);
        }
    }

    private static void measure(Lab lab, int block) {
        boolean quick = lab.run().quick();
        List<Fork> forks = new ArrayList<>();
        try {
            for (Candidate candidate : Candidate.on(lab.run().jdk())) {
                String files = lab.newDirectory().toString();
                forks.add(lab.fork(candidate.candidate(), List.of(), DispatchUnderLoad.class, candidate.name(), files));
            }
            int roundsOfWork = (int) Work.roundsPerUs(forks);
            forks.forEach(fork -> fork.ask("warm " + roundsOfWork));
            List<Turn> turns = new ArrayList<>();
            for (Handlers handlers : Handlers.ALL) {
                String command = "run " + handlers.sleepEvery() + " " + roundsOfWork + " " + LEAD_IN_MS + " "
                        + (quick ? 500 : 1_500);
                forks.forEach(
                        fork -> turns.add(new Turn(fork, handlers.cell(), command, "messagesPerSecond", "messages/s")));
            }
            lab.rounds(block, quick ? 2 : 4, turns);
        } finally {
            forks.forEach(Fork::close);
        }
    }
}
