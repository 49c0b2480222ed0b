/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Fork;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A set of fresh JVMs, each warmed up for what it will measure, and their rounds. */
final class Block implements AutoCloseable {
    private final Lab lab;
    private final int number;
    private final Map<Workload, List<Setup>> entries;
    private final Map<Setup, Fork> forks = new LinkedHashMap<>();

    /** @param entries which setups measure which workload */
    Block(Lab lab, int number, Map<Workload, List<Setup>> entries) {
        this.lab = lab;
        this.number = number;
        this.entries = entries;
        entries.forEach((workload, setups) -> setups.forEach(setup -> forks.computeIfAbsent(setup, lab::fork)
                .ask("warm " + workload + " " + lab.plan().warmUpMs())));
    }

    /** {@return the greeting of each JVM} */
    List<String> greetings() {
        return forks.values().stream().map(Fork::greeting).toList();
    }

    /** One slice of everything, the setups of each workload in random order. */
    void round(int round, Random random) {
        entries.forEach((workload, setups) -> {
            List<Setup> order = new ArrayList<>(setups);
            Collections.shuffle(order, random);
            for (Setup setup : order) {
                Fork fork = forks.get(setup);
                if (fork != null) {
                    lab.measure(number, round, setup, fork, workload);
                }
            }
        });
    }

    @Override
    public void close() {
        forks.values().forEach(Fork::close);
    }
}
