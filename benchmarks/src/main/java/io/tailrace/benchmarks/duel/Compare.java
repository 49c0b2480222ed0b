/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.AeronVariant;
import io.tailrace.benchmarks.lab.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The command {@code compare}. A pilot finds Aeron's best variant for each kind and workload; then, in blocks of fresh JVMs
 * and rounds within them, Tailrace, that best variant, and Aeron as shipped take turns.
 */
public final class Compare {
    private static final int PILOT = 0;

    private final Plan plan;
    private final Lab lab;
    private final Random random;
    private final Set<String> greetings = new LinkedHashSet<>();

    private Compare(Plan plan, Lab lab) {
        this.plan = plan;
        this.lab = lab;
        this.random = new Random(plan.seed());
    }

    public static void run(Plan plan) throws IOException {
        try (Lab lab = new Lab(plan)) {
            String report = new Compare(plan, lab).run();
            Files.writeString(plan.out().resolve("report.md"), report);
            System.out.print(report);
            Lab.say("raw data: " + plan.out().resolve("slices.jsonl"));
        }
    }

    private String run() {
        Map<Setup.Kind, Map<Workload, List<Setup>>> entries = new LinkedHashMap<>();
        for (Setup.Kind kind : plan.kinds()) {
            entries.put(kind, pilot(kind));
        }
        for (int block = 1; block <= plan.blocks(); block++) {
            for (Map.Entry<Setup.Kind, Map<Workload, List<Setup>>> entry : entries.entrySet()) {
                Lab.say("block " + block + " of " + plan.blocks() + ": " + entry.getKey());
                rounds(block, entry.getValue());
            }
        }
        return new Report(plan, lab.samples(), List.copyOf(greetings)).toMarkdown();
    }

    /** {@return for each workload: Tailrace, the best Aeron, and Aeron as shipped} */
    private Map<Workload, List<Setup>> pilot(Setup.Kind kind) {
        List<Setup> candidates = plan.matrix().stream()
                .map(variant -> Setup.aeron(kind, variant))
                .toList();
        Lab.say("pilot: " + kind + " Aeron in " + candidates.size() + " variants");
        Map<Workload, List<Setup>> everything = new LinkedHashMap<>();
        plan.workloads().forEach(workload -> everything.put(workload, candidates));
        try (Block block = new Block(lab, PILOT, everything)) {
            for (int round = 1; round <= plan.pilotRounds(); round++) {
                block.round(round, random);
            }
        }
        Map<Workload, List<Setup>> entries = new LinkedHashMap<>();
        for (Workload workload : plan.workloads()) {
            Set<Setup> entry = new LinkedHashSet<>();
            entry.add(Setup.tailrace(kind, plan.tailraceVariant()));
            entry.add(best(workload, candidates));
            entry.add(Setup.aeron(kind, AeronVariant.SHIPPED));
            entries.put(workload, new ArrayList<>(entry));
        }
        return entries;
    }

    private Setup best(Workload workload, List<Setup> candidates) {
        Comparator<Setup> byFigure = Comparator.comparingDouble(setup -> figure(workload, setup));
        return workload.isThroughput()
                ? candidates.stream().max(byFigure).orElseThrow()
                : candidates.stream().min(byFigure).orElseThrow();
    }

    private double figure(Workload workload, Setup setup) {
        return Spread.of(lab.samples().stream()
                        .filter(sample -> sample.workload().equals(workload))
                        .filter(sample -> sample.setup().equals(setup))
                        .map(Sample::value)
                        .toList())
                .median();
    }

    private void rounds(int number, Map<Workload, List<Setup>> entries) {
        try (Block block = new Block(lab, number, entries)) {
            greetings.addAll(block.greetings());
            for (int round = 1; round <= plan.roundsPerBlock(); round++) {
                block.round(round, random);
            }
        }
    }
}
