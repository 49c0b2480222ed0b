/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Section;
import java.time.Duration;
import java.util.function.Supplier;

/** The section {@code memory}. */
public final class MemorySection {
    static final String NAME = "memory";

    public static final Section SECTION = new Section(
            NAME, Duration.ofSeconds(90), Duration.ofMinutes(4), MemorySection::measure, new MemoryChapter());

    private MemorySection() {}

    private static void measure(Lab lab) {
        int rounds = lab.run().quick() ? 1 : 2;
        lab.say("allocation");
        new Allocation(lab).measure();
        lab.say("bytes in the log");
        new FrameLengths(lab).measure();
        for (int round = 1; round <= rounds; round++) {
            lab.say("sizes and page faults, round " + round + " of " + rounds);
            new Footprint(lab).measure(round);
            new PageFaults(lab).measure(round);
        }
    }

    static void measure(Lab lab, int round, String candidate, String cell, Supplier<Lab.Figure> measure) {
        lab.measure(1, round, candidate, cell, ProcStat::cpuSecondsWithChildren, measure);
    }
}
