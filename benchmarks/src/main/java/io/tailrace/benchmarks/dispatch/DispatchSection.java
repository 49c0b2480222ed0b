/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;

/** The command {@code dispatch}. */
public final class DispatchSection implements Section {
    static final String NAME = "dispatch";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofSeconds(40) : Duration.ofMinutes(6);
    }

    @Override
    public void run(Run run) {
        try (DispatchRun measuring = new DispatchRun(run)) {
            measuring.measure();
        }
    }

    @Override
    public Chapter chapter() {
        return new DispatchChapter();
    }
}
