/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.memory.Libraries.Terms;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.raw.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How often the three processes still meet a page for the first time when a stream has been running for some seconds.
 */
final class PageFaults {
    static final String UNIT = "faults/s";
    static final String CELL = "page-faults";

    /** What the collector has not used yet would count. */
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
            for (Terms terms : Terms.values()) {
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
        Map<String, Long> before = trio.each(ProcStat::minorFaultsWithoutCompiler);
        Map<String, Long> allBefore = trio.each(ProcStat::minorFaults);
        Waiting.sleep(windowMs);
        Map<String, Long> after = trio.each(ProcStat::minorFaultsWithoutCompiler);
        Map<String, Long> allAfter = trio.each(ProcStat::minorFaults);
        String last = trio.readAnswer();
        Map<String, Object> details = new LinkedHashMap<>();
        long faults = 0;
        for (String role : after.keySet()) {
            long count = after.getOrDefault(role, 0L) - before.getOrDefault(role, 0L);
            details.put(role + "Faults", count);
            details.put(role + "AllFaults", allAfter.getOrDefault(role, 0L) - allBefore.getOrDefault(role, 0L));
            faults += count;
        }
        details.put("windowMs", windowMs);
        details.put("messages", Lab.number(Json.parse(last), "sent") - sentBefore);
        trio.checkArrivals(last);
        return new Figure(faults * 1e3 / windowMs, UNIT, details);
    }
}
