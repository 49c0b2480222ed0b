/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the memory that three processes and their files occupy, after the first messages, and when every log has
 * been filled once; and the memory of a JVM that does nothing.
 */
final class Footprint {
    private static final String UNIT = "MiB";
    static final String EMPTY_JVM = "empty-jvm";
    static final String EMPTY_CELL = "footprint-nothing";
    static final List<Integer> STREAMS = List.of(1, 10, 100);

    /** The age of a log that holds 10,000 messages. */
    private static final String YOUNG = "young";

    /** The age of a log that has had more messages than it holds. */
    private static final String OLD = "old";

    static final List<String> AGES = List.of(YOUNG, OLD);

    private static final int FIRST_MESSAGES = 10_000;
    private static final int FLOOD_MS = 2_000;
    private static final int SETTLE_MS = 300;
    private static final double KIB = 1024;

    private final Lab lab;

    Footprint(Lab lab) {
        this.lab = lab;
    }

    static String cell(String age, int streams) {
        return "footprint-" + age + "-streams-" + streams;
    }

    void measure(int round) {
        MemorySection.measure(lab, round, EMPTY_JVM, EMPTY_CELL, this::emptyJvm);
        for (Product product : Libraries.ALL) {
            measure(round, Libraries.candidate(product, Candidate.DEFAULT), 1);
            STREAMS.forEach(streams -> measure(round, Libraries.candidate(product, Libraries.SHORT_TERMS), streams));
        }
    }

    private Figure emptyJvm() {
        try (Fork process = Trio.fork(lab, List.of(), Libraries.Nothing.class)) {
            Waiting.sleep(SETTLE_MS);
            Map<String, Object> details = Map.of("rss", mib(ProcStat.statusKib(process.pid(), "VmRSS:")));
            return new Figure(mib(ProcStat.proportionalKib(process.pid())), UNIT, details);
        }
    }

    private void measure(int round, Candidate candidate, int streams) {
        try (Trio trio = new Trio(lab, List.of(), candidate, streams)) {
            trio.ask("publish " + FIRST_MESSAGES);
            MemorySection.measure(lab, round, candidate.name(), cell(YOUNG, streams), () -> sizes(trio));
            String last = trio.ask("flood " + FLOOD_MS);
            MemorySection.measure(lab, round, candidate.name(), cell(OLD, streams), () -> sizes(trio));
            trio.checkArrivals(last);
        }
    }

    /** The sum of what the three processes have to themselves, and their part of what they share. */
    private static Figure sizes(Trio trio) {
        Waiting.sleep(SETTLE_MS);
        Map<String, Double> proportional = trio.each("Pss", pid -> mib(ProcStat.proportionalKib(pid)));
        Map<String, Object> details = new LinkedHashMap<>(proportional);
        details.putAll(trio.each("Rss", pid -> mib(ProcStat.statusKib(pid, "VmRSS:"))));
        details.putAll(trio.each("RssAnon", pid -> mib(ProcStat.statusKib(pid, "RssAnon:"))));
        details.putAll(trio.each("RssShmem", pid -> mib(ProcStat.statusKib(pid, "RssShmem:"))));
        details.put("filesAllocated", trio.allocatedBytes() / KIB / KIB);
        details.put("filesLength", trio.fileLength() / KIB / KIB);
        return new Figure(proportional.values().stream().mapToDouble(mib -> mib).sum(), UNIT, details);
    }

    private static double mib(long kib) {
        return kib / KIB;
    }
}
