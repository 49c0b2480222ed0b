/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.tail;

import io.tailrace.benchmarks.process.PairLab;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;

/** The latest messages of each moment, with and without crossing terms. */
public final class TailSection implements Section {
    static final String NAME = "tail";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofMinutes(2) : Duration.ofMinutes(9);
    }

    @Override
    public void run(Run run) {
        try (PairLab lab = new PairLab(NAME, run)) {
            new TailRun(run, lab).measure();
        }
    }

    @Override
    public Chapter chapter() {
        return new TailChapter();
    }
}
