/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.memory.Libraries.Terms;
import io.tailrace.benchmarks.memory.RoleEnd.Role;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What three processes and their files occupy: after the first messages, and when every log has been filled once.
 * Beside it, what a JVM occupies that does nothing.
 */
final class Footprint {
    static final String UNIT = "MiB";
    static final String EMPTY_JVM = "empty-jvm";
    static final String EMPTY_CELL = "footprint-nothing";
    static final List<Integer> STREAMS = List.of(1, 10, 100);

    private static final int FIRST_MESSAGES = 10_000;
    private static final int FLOOD_MS = 2_000;
    private static final int SETTLE_MS = 300;
    private static final double KIB_PER_MIB = 1024;

    private final Lab lab;

    /** When in a log's life. */
    enum Age {
        /** After 10,000 messages. */
        YOUNG,
        /** After more messages than the log holds. */
        OLD
    }

    Footprint(Lab lab) {
        this.lab = lab;
    }

    static String cell(Age age, int streams) {
        return "footprint-" + age.name().toLowerCase(Locale.ROOT) + "-streams-" + streams;
    }

    void measure(int round) {
        MemorySection.measure(lab, round, EMPTY_JVM, EMPTY_CELL, this::emptyJvm);
        for (Product product : Libraries.ALL) {
            measure(round, Libraries.candidate(product, Terms.DEFAULT), 1);
            STREAMS.forEach(streams -> measure(round, Libraries.candidate(product, Terms.SHORT), streams));
        }
    }

    private Figure emptyJvm() {
        try (Fork process =
                Trio.fork(lab, List.of(), Libraries.candidate(Product.TAILRACE, Terms.DEFAULT), Role.NOTHING)) {
            Waiting.sleep(SETTLE_MS);
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("rss", ProcStat.statusKib(process.pid(), "VmRSS:") / KIB_PER_MIB);
            return new Figure(ProcStat.proportionalKib(process.pid()) / KIB_PER_MIB, UNIT, details);
        }
    }

    private void measure(int round, Candidate candidate, int streams) {
        try (Trio trio = new Trio(lab, List.of(), candidate, streams)) {
            trio.ask("publish " + FIRST_MESSAGES);
            MemorySection.measure(lab, round, candidate.name(), cell(Age.YOUNG, streams), () -> sizes(trio));
            String last = trio.ask("flood " + FLOOD_MS);
            MemorySection.measure(lab, round, candidate.name(), cell(Age.OLD, streams), () -> sizes(trio));
            trio.checkArrivals(last);
        }
    }

    /** The sum of what the three processes have to themselves, and their part of what they share. */
    private static Figure sizes(Trio trio) {
        Waiting.sleep(SETTLE_MS);
        Map<String, Double> proportional = mib(trio, ProcStat::proportionalKib);
        Map<String, Object> details = new LinkedHashMap<>();
        put(details, "Pss", proportional);
        put(details, "Rss", mib(trio, pid -> ProcStat.statusKib(pid, "VmRSS:")));
        put(details, "RssAnon", mib(trio, pid -> ProcStat.statusKib(pid, "RssAnon:")));
        put(details, "RssShmem", mib(trio, pid -> ProcStat.statusKib(pid, "RssShmem:")));
        details.put("filesAllocated", trio.allocatedBytes() / (KIB_PER_MIB * KIB_PER_MIB));
        details.put("filesLength", trio.fileLength() / (KIB_PER_MIB * KIB_PER_MIB));
        return new Figure(proportional.values().stream().mapToDouble(mib -> mib).sum(), UNIT, details);
    }

    private static Map<String, Double> mib(Trio trio, ToLongFunction<Long> kibOfPid) {
        Map<String, Double> mib = new LinkedHashMap<>();
        trio.each(kibOfPid).forEach((role, kib) -> mib.put(role, kib / KIB_PER_MIB));
        return mib;
    }

    private static void put(Map<String, Object> details, String name, Map<String, Double> figures) {
        figures.forEach((role, figure) -> details.put(role + name, figure));
    }
}
