/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.lab.Surroundings.Observed;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/** Rounds in which each fork has its turn at each cell, in random order; what they answer goes to the section's raw data. */
public final class Rounds implements AutoCloseable {
    private final Run run;
    private final String section;
    private final Random random;
    private final RawFile raw;
    private final Surroundings surroundings = new Surroundings();

    /**
     * What a fork is asked in each round. It is the candidate.
     *
     * @param figure the member of its answer that is compared
     */
    public record Turn(Fork fork, String cell, String command, String figure, String unit) {}

    /** Of a section. */
    public Rounds(Run run, String section) {
        this.run = run;
        this.section = section;
        this.random = new Random(run.seed());
        this.raw = new RawFile(run.out(), section, run.jdk());
    }

    /** Measures the rounds of a block. */
    public void measure(int block, int rounds, List<Turn> turns) {
        List<Turn> order = new ArrayList<>(turns);
        for (int round = 1; round <= rounds; round++) {
            Collections.shuffle(order, random);
            for (Turn turn : order) {
                measure(block, round, turn);
            }
        }
    }

    private void measure(int block, int round, Turn turn) {
        Observed<String> observed =
                surroundings.observe(turn.fork()::cpuSeconds, () -> turn.fork().ask(turn.command()));
        Map<String, Object> details = Json.parse(observed.result());
        raw.write(new Measurement(
                section,
                run.jdk(),
                block,
                round,
                turn.fork().name(),
                turn.cell(),
                observed.rawNs(),
                observed.othersPercent(),
                ((Number) Objects.requireNonNull(details.get(turn.figure()), observed::result)).doubleValue(),
                turn.unit(),
                details));
    }

    @Override
    public void close() {
        raw.close();
        surroundings.close();
    }
}
