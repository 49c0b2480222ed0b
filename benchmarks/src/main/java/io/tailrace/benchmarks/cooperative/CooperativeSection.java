/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;

/** The command {@code cooperative}. */
public final class CooperativeSection implements Section {
    static final String NAME = "cooperative";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofSeconds(40) : Duration.ofMinutes(4);
    }

    @Override
    public void run(Run run) {
        try (CooperativeRun measuring = new CooperativeRun(run)) {
            measuring.measure();
        }
    }

    @Override
    public Chapter chapter() {
        return new CooperativeChapter();
    }
}
