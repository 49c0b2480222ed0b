/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A set of fresh JVMs, one for each candidate, and the rounds of its cells. */
final class Block implements AutoCloseable {
    private final Lab lab;
    private final int number;
    private final Plan.Effort effort;
    private final Map<Candidate, Fork> forks = new LinkedHashMap<>();
    private final Set<Fork> warm = new HashSet<>();

    /** @param number 0 is the pilot */
    Block(Lab lab, int number, Plan.Effort effort) {
        this.lab = lab;
        this.number = number;
        this.effort = effort;
    }

    /** Measures a cell: in each round every candidate has one slice, in random order. */
    void measure(Cell cell, List<Candidate> candidates, int rounds) {
        lab.say(cell + (number == Measurement.PILOT ? ", pilot" : ""));
        Map<Candidate, Map<String, Object>> greetings = new LinkedHashMap<>();
        candidates.forEach(candidate -> greetings.put(candidate, open(cell, fork(candidate))));
        for (int round = 1; round <= rounds; round++) {
            for (Candidate candidate : lab.shuffled(candidates)) {
                slice(cell, candidate, round, greetings.getOrDefault(candidate, Map.of()));
            }
        }
        candidates.forEach(candidate -> fork(candidate).ask("close"));
    }

    private Fork fork(Candidate candidate) {
        String name = candidate.toString();
        return forks.computeIfAbsent(
                candidate,
                wanted -> lab.fork(
                        name,
                        wanted.jvmFlags(),
                        ScalingFork.class,
                        name,
                        lab.newDirectory().toString()));
    }

    private Map<String, Object> open(Cell cell, Fork fork) {
        long warmUpMs = warm.add(fork) ? effort.firstWarmUpMs() : effort.warmUpMs();
        return Json.parse(fork.ask("open " + cell + " " + warmUpMs));
    }

    private void slice(Cell cell, Candidate candidate, int round, Map<String, Object> greeting) {
        Fork fork = fork(candidate);
        lab.measure(number, round, fork.name(), cell.toString(), fork::cpuSeconds, () -> {
            Map<String, Object> details = Json.parse(fork.ask("run " + effort.sliceMs()));
            double value = Lab.number(details, "value");
            details.remove("value");
            details.putAll(greeting);
            details.put(Comparison.MORE_THREADS_THAN_CORES, cell.hasMoreThreadsThanCores());
            return new Lab.Figure(value, "messages/s", details);
        });
    }

    @Override
    public void close() {
        forks.values().forEach(Fork::close);
    }
}
