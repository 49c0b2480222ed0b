/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.lab.Fork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A set of fresh JVMs, each warmed up for what it will measure, and their rounds. */
final class Block implements AutoCloseable {
    private static final long MAX_WARM_UP_MS = 2_500;
    private static final long MAX_WARM_UP_MS_PER_WORKLOAD = 200;

    private final Lab lab;
    private final int number;
    private final Map<Cell, List<Setup>> cells;
    private final Map<Setup, Fork> forks = new LinkedHashMap<>();

    /** Starts and warms up all that measures in these cells. */
    Block(Lab lab, int number, Map<Cell, List<Setup>> cells) {
        this.lab = lab;
        this.number = number;
        this.cells = cells;
        Map<Setup, Set<Workload>> workloads = new LinkedHashMap<>();
        cells.forEach((cell, setups) -> setups.forEach(setup ->
                workloads.computeIfAbsent(setup, none -> new LinkedHashSet<>()).add(cell.workload())));
        workloads.forEach(this::start);
    }

    private void start(Setup setup, Set<Workload> workloads) {
        Fork fork = lab.fork(setup);
        forks.put(setup, fork);
        long maxMs = MAX_WARM_UP_MS + workloads.size() * MAX_WARM_UP_MS_PER_WORKLOAD;
        fork.ask("warm " + maxMs + " "
                + workloads.stream().map(Workload::toString).collect(joining(" ")));
    }

    /** One slice of everything, the setups of each cell one after the other in random order. */
    void round(int round, Random random) {
        cells.forEach((cell, setups) -> {
            List<Setup> order = new ArrayList<>(setups);
            Collections.shuffle(order, random);
            for (Setup setup : order) {
                Fork fork = forks.get(setup);
                if (fork != null) {
                    lab.measure(number, round, fork, cell.workload());
                }
            }
        });
    }

    @Override
    public void close() {
        forks.values().forEach(Fork::close);
    }
}
