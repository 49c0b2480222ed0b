/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.suite.Rounds;
import io.tailrace.benchmarks.suite.Rounds.Turn;
import io.tailrace.benchmarks.suite.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Rounds in which each setting has its turn at each rate, in random order; a JVM of its own for each setting and block. */
final class CooperativeRun implements AutoCloseable {
    /** Messages a second. */
    static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 250_000, 500_000, 1_000_000);

    private static final int BLOCKS = 3;
    private static final int ROUNDS_OF_BLOCK = 2;
    private static final int LEAD_IN_MS = 300;

    private final Run run;
    private final Path directory = SharedMemory.newDirectory(CooperativeSection.NAME);
    private final Rounds rounds;

    CooperativeRun(Run run) {
        this.run = run;
        this.rounds = new Rounds(run, CooperativeSection.NAME);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
    }

    /** {@return what a rate is called in the raw data} */
    static String cell(int rate) {
        return "at-" + rate;
    }

    void measure() {
        for (int block = 1; block <= (run.quick() ? 1 : BLOCKS); block++) {
            run.say().accept("cooperative: block " + block);
            measure(block);
        }
    }

    private void measure(int block) {
        List<Fork> forks = new ArrayList<>();
        try {
            List<Turn> turns = new ArrayList<>();
            for (Setting setting : Setting.ALL) {
                Fork fork = fork(block, setting);
                forks.add(fork);
                fork.ask("warm");
                RATES.forEach(
                        rate -> turns.add(new Turn(fork, cell(rate), command(rate), "cpuPercent", "% of a core")));
            }
            rounds.measure(block, run.quick() ? 1 : ROUNDS_OF_BLOCK, turns);
        } finally {
            forks.forEach(Fork::close);
        }
    }

    private String command(int rate) {
        return "run " + rate + " " + LEAD_IN_MS + " " + (run.quick() ? 1_000 : 3_000);
    }

    private Fork fork(int block, Setting setting) {
        String files = directory.resolve(block + "-" + setting.minIdleUs()).toString();
        String idleUs = Integer.toString(setting.minIdleUs());
        return new Fork(setting.candidate(), run.java(), List.of(), WorkerMain.class, idleUs, files);
    }

    @Override
    public void close() {
        rounds.close();
        SharedMemory.delete(directory);
    }
}
