/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.suite.Run;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A set of fresh JVMs, one for each contestant, and the rounds of its cells. */
final class Block implements AutoCloseable {
    /** Where measurements go. */
    record Bench(Run run, Path directory, Surroundings surroundings, RawFile raw, Random random) {}

    private final Bench bench;
    private final int number;
    private final Plan.Effort effort;
    private final Map<Contestant, Fork> forks = new LinkedHashMap<>();
    private final Set<Fork> warm = new HashSet<>();
    private final List<Measurement> measurements = new ArrayList<>();

    /** @param number 0 is the pilot */
    Block(Bench bench, int number, Plan.Effort effort) {
        this.bench = bench;
        this.number = number;
        this.effort = effort;
    }

    /** {@return what it has measured so far} */
    List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    /** Measures a cell: in each round every contestant has one slice, in random order. */
    void measure(Cell cell, List<Contestant> contestants, int rounds) {
        bench.run().say().accept(ScalingSection.NAME + ": " + cell + (number == Measurement.PILOT ? ", pilot" : ""));
        Map<Contestant, Map<String, Object>> greetings = new LinkedHashMap<>();
        contestants.forEach(contestant -> greetings.put(contestant, open(cell, fork(contestant))));
        for (int round = 1; round <= rounds; round++) {
            List<Contestant> order = new ArrayList<>(contestants);
            Collections.shuffle(order, bench.random());
            for (Contestant contestant : order) {
                slice(cell, contestant, round, greetings.getOrDefault(contestant, Map.of()));
            }
        }
        contestants.forEach(contestant -> ask(fork(contestant), "close"));
    }

    private Fork fork(Contestant contestant) {
        return forks.computeIfAbsent(
                contestant,
                wanted -> new Fork(
                        wanted.toString(),
                        bench.run().java(),
                        wanted.jvmFlags(),
                        ScalingForkMain.class,
                        wanted.toString(),
                        bench.directory()
                                .resolve(wanted.toString().replace('/', '-'))
                                .toString()));
    }

    private Map<String, Object> open(Cell cell, Fork fork) {
        long warmUpMs = warm.add(fork) ? effort.firstWarmUpMs() : effort.warmUpMs();
        return ask(fork, "open " + cell + " " + warmUpMs);
    }

    private void slice(Cell cell, Contestant contestant, int round, Map<String, Object> greeting) {
        Fork fork = fork(contestant);
        Surroundings.Observed<Map<String, Object>> observed =
                bench.surroundings().observe(fork::cpuSeconds, () -> ask(fork, "run " + effort.sliceMs()));
        Map<String, Object> details = new LinkedHashMap<>(observed.result());
        if (!(details.remove("value") instanceof Number value)) {
            throw new IllegalStateException("an answer without a figure: fork=" + fork.name());
        }
        details.putAll(greeting);
        details.put(Comparison.MORE_THREADS_THAN_CORES, cell.hasMoreThreadsThanCores());
        Measurement measurement = new Measurement(
                ScalingSection.NAME,
                bench.run().jdk(),
                number,
                round,
                contestant.toString(),
                cell.toString(),
                observed.rawNs(),
                observed.othersPercent(),
                value.doubleValue(),
                "messages/s",
                details);
        bench.raw().write(measurement);
        measurements.add(measurement);
    }

    private static Map<String, Object> ask(Fork fork, String command) {
        return Json.parse(fork.ask(command));
    }

    @Override
    public void close() {
        forks.values().forEach(Fork::close);
    }
}
