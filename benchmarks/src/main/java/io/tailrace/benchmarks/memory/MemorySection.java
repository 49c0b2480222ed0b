/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;

/** The command {@code memory}. */
public final class MemorySection implements Section {
    private static final int ROUNDS = 2;

    @Override
    public String name() {
        return MemoryLab.SECTION;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofSeconds(90) : Duration.ofMinutes(4);
    }

    @Override
    public Chapter chapter() {
        return new MemoryChapter();
    }

    @Override
    public void run(Run run) {
        int rounds = run.quick() ? 1 : ROUNDS;
        try (MemoryLab lab = new MemoryLab(run)) {
            run.say().accept("memory: allocation");
            new Allocation(lab).measure();
            run.say().accept("memory: bytes in the log");
            new FrameLengths(lab).measure();
            for (int round = 1; round <= rounds; round++) {
                run.say().accept("memory: sizes and page faults, round " + round + " of " + rounds);
                new Footprint(lab).measure(round);
                new PageFaults(lab).measure(round);
            }
        }
    }
}
