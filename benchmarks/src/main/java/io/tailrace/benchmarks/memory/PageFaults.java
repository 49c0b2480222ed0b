/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how often the three processes still meet a page for the first time when a stream has run for some seconds.
 */
final class PageFaults {
    static final String CELL = "page-faults";

    /** Without it, the faults of heap that the collector has not used yet would count. */
    private static final List<String> FLAGS = List.of("-XX:+AlwaysPreTouch");

    private final Lab lab;
    private final int warmUpMs;
    private final int windowMs;

    PageFaults(Lab lab) {
        this.lab = lab;
        this.warmUpMs = lab.run().quick() ? 3_000 : 4_500;
        this.windowMs = lab.run().quick() ? 2_000 : 3_000;
    }

    void measure(int round) {
        for (Product product : Libraries.ALL) {
            for (String terms : Libraries.TERMS) {
                Candidate candidate = Libraries.candidate(product, terms);
                try (Trio trio = new Trio(lab, FLAGS, candidate, 1)) {
                    MemorySection.measure(lab, round, candidate.name(), CELL, () -> count(trio));
                }
            }
        }
    }

    private Figure count(Trio trio) {
        double sentBefore = Lab.number(Json.parse(trio.ask("flood " + warmUpMs)), "sent");
        trio.tell("flood " + (windowMs + 2 * warmUpMs / 3));
        Waiting.sleep(warmUpMs / 3);
        Map<String, Long> before = faults(trio);
        Waiting.sleep(windowMs);
        Map<String, Long> after = faults(trio);
        String last = trio.readAnswer();
        after.replaceAll((name, count) -> count - before.getOrDefault(name, 0L));
        long faults = Trio.ROLES.stream()
                .mapToLong(role -> after.getOrDefault(role + "Faults", 0L))
                .sum();
        Map<String, Object> details = new LinkedHashMap<>(after);
        details.put("windowMs", windowMs);
        details.put("messages", Lab.number(Json.parse(last), "sent") - sentBefore);
        trio.checkArrivals(last);
        return new Figure(faults * 1e3 / windowMs, "faults/s", details);
    }

    private static Map<String, Long> faults(Trio trio) {
        Map<String, Long> faults = trio.each("Faults", ProcStat::minorFaultsWithoutCompiler);
        faults.putAll(trio.each("AllFaults", ProcStat::minorFaults));
        return faults;
    }
}
