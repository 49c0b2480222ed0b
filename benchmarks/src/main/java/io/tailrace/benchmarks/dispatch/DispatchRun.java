/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.WorkRate;
import io.tailrace.benchmarks.suite.Rounds;
import io.tailrace.benchmarks.suite.Rounds.Turn;
import io.tailrace.benchmarks.suite.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Blocks of rounds, each block with a fresh JVM for each candidate. */
final class DispatchRun implements AutoCloseable {
    private static final int BLOCKS = 3;
    private static final int ROUNDS_OF_BLOCK = 4;
    private static final int QUICK_ROUNDS = 2;
    private static final int LEAD_IN_MS = 200;

    private final Run run;
    private final Path directory = SharedMemory.newDirectory(DispatchSection.NAME);
    private final Rounds rounds;

    DispatchRun(Run run) {
        this.run = run;
        this.rounds = new Rounds(run, DispatchSection.NAME);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
    }

    void measure() {
        int blocks = run.quick() ? 1 : BLOCKS;
        for (int block = 1; block <= blocks; block++) {
            run.say().accept("dispatch: block " + block + " of " + blocks);
            measure(block);
        }
    }

    private void measure(int block) {
        List<Fork> forks = new ArrayList<>();
        try {
            for (Candidate candidate : Candidate.on(run.jdk())) {
                String files = directory.resolve(block + "-" + candidate).toString();
                forks.add(new Fork(
                        candidate.candidate(), run.java(), List.of(), DispatchMain.class, candidate.name(), files));
            }
            int roundsOfWork = (int) WorkRate.roundsPerUs(forks);
            forks.forEach(fork -> fork.ask("warm " + roundsOfWork));
            List<Turn> turns = new ArrayList<>();
            for (Handlers handlers : Handlers.ALL) {
                String command = "run " + handlers.sleepEvery() + " " + roundsOfWork + " " + LEAD_IN_MS + " "
                        + (run.quick() ? 500 : 1_500);
                forks.forEach(
                        fork -> turns.add(new Turn(fork, handlers.cell(), command, "messagesPerSecond", "messages/s")));
            }
            rounds.measure(block, run.quick() ? QUICK_ROUNDS : ROUNDS_OF_BLOCK, turns);
        } finally {
            forks.forEach(Fork::close);
        }
    }

    @Override
    public void close() {
        rounds.close();
        SharedMemory.delete(directory);
    }
}
