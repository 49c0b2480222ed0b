/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The section {@code memory}. */
public final class MemorySection {
    static final String NAME = "memory";

    public static final Section SECTION = new Section(
            NAME, Duration.ofSeconds(90), Duration.ofMinutes(4), MemorySection::measure, MemoryChapter.CHAPTER);

    static final List<Integer> PAYLOADS = List.of(8, 16, 32, 64, 100, 128, 256, 512, 1_024, 4_096, 16_384);

    private MemorySection() {}

    private static void measure(Lab lab) {
        int rounds = lab.run().quick() ? 1 : 2;
        lab.say("allocation");
        new Allocation(lab).measure();
        lab.say("bytes in the log");
        Libraries.ALL.forEach(product -> measureFrames(lab, Libraries.candidate(product, Candidate.DEFAULT)));
        for (int round = 1; round <= rounds; round++) {
            lab.say("sizes and page faults, round " + round + " of " + rounds);
            new Footprint(lab).measure(round);
            new PageFaults(lab).measure(round);
        }
    }

    /** {@return the cell of what a message takes in the log, with its header and what aligns it} */
    static String frame(int payload) {
        return "frame-" + payload;
    }

    private static void measureFrames(Lab lab, Candidate candidate) {
        try (Trio trio = new Trio(lab, List.of(), candidate, 1)) {
            for (int payload : PAYLOADS) {
                measure(lab, 1, candidate.name(), frame(payload), () -> {
                    double bytes = Lab.number(Json.parse(trio.ask("frame " + payload)), "bytes");
                    return new Figure(bytes, "B", Map.of());
                });
            }
            trio.checkArrivals(trio.ask("publish 1"));
        }
    }

    static void measure(Lab lab, int round, String candidate, String cell, Supplier<Figure> measure) {
        lab.measure(1, round, candidate, cell, ProcStat::cpuSecondsWithChildren, measure);
    }
}
