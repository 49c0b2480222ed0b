/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.lab.Surroundings.Observed;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.suite.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Rounds in which each setting has its turn at each rate, in random order; a JVM of its own for each setting and block. */
final class CooperativeRun implements AutoCloseable {
    /** Messages a second. */
    static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 250_000, 500_000, 1_000_000);

    private static final int BLOCKS = 3;
    private static final int ROUNDS_OF_BLOCK = 2;
    private static final int LEAD_IN_MS = 300;

    private final Run run;
    private final Path directory = SharedMemory.newDirectory(CooperativeSection.NAME);
    private final Random random;
    private final RawFile raw;
    private final Surroundings surroundings = new Surroundings();

    CooperativeRun(Run run) {
        this.run = run;
        this.random = new Random(run.seed());
        this.raw = new RawFile(run.out(), CooperativeSection.NAME, run.jdk());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
    }

    /** {@return what a rate is called in the raw data} */
    static String cell(int rate) {
        return "at-" + rate;
    }

    /** A fork's turn. */
    private record Turn(Setting setting, Fork fork, int rate) {}

    void measure() {
        for (int block = 1; block <= (run.quick() ? 1 : BLOCKS); block++) {
            run.say().accept("cooperative: block " + block);
            List<Turn> turns = new ArrayList<>();
            try {
                for (Setting setting : Setting.ALL) {
                    Fork fork = fork(block, setting);
                    RATES.forEach(rate -> turns.add(new Turn(setting, fork, rate)));
                    fork.ask("warm");
                }
                for (int round = 1; round <= (run.quick() ? 1 : ROUNDS_OF_BLOCK); round++) {
                    Collections.shuffle(turns, random);
                    for (Turn turn : turns) {
                        measure(block, round, turn);
                    }
                }
            } finally {
                turns.stream().map(Turn::fork).distinct().forEach(Fork::close);
            }
        }
    }

    private Fork fork(int block, Setting setting) {
        String files = directory.resolve(block + "-" + setting.minIdleUs()).toString();
        String idleUs = Integer.toString(setting.minIdleUs());
        return new Fork(setting.candidate(), run.java(), List.of(), WorkerMain.class, idleUs, files);
    }

    private void measure(int block, int round, Turn turn) {
        int measureMs = run.quick() ? 1_000 : 3_000;
        Observed<String> observed = surroundings.observe(turn.fork()::cpuSeconds, () -> turn.fork()
                .ask("run " + turn.rate() + " " + LEAD_IN_MS + " " + measureMs));
        Map<String, Object> details = Json.parse(observed.result());
        raw.write(new Measurement(
                CooperativeSection.NAME,
                run.jdk(),
                block,
                round,
                turn.setting().candidate(),
                cell(turn.rate()),
                observed.rawNs(),
                observed.othersPercent(),
                ((Number) Objects.requireNonNull(details.get("cpuPercent"), observed::result)).doubleValue(),
                "% of a core",
                details));
    }

    @Override
    public void close() {
        raw.close();
        surroundings.close();
        SharedMemory.delete(directory);
    }
}
