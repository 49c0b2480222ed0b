/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;

/** Latency between two processes: round trips, and one way at fixed rates. */
public final class ProcessSection implements Section {
    static final String NAME = "process";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofSeconds(90) : Duration.ofMinutes(11);
    }

    @Override
    public void run(Run run) {
        try (PairLab lab = new PairLab(NAME, run)) {
            new ProcessRun(run, run.quick() ? ProcessPlan.quickly() : ProcessPlan.fully(), lab).measure();
        }
    }

    @Override
    public Chapter chapter() {
        return new ProcessChapter();
    }
}
