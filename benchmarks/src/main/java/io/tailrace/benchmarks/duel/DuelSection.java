/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;
import java.util.List;

/** Tailrace against Aeron, in one process of two threads: messages a second, and round trips. */
public final class DuelSection implements Section {
    /** How to call it. */
    public static final String USAGE = Plan.USAGE;

    static final String NAME = "duel";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return Duration.ofMinutes(quick ? 3 : 20);
    }

    @Override
    public void run(Run run) {
        new Duels(Plan.of(run)).run();
    }

    @Override
    public Chapter chapter() {
        return new DuelChapter();
    }

    /** Reads options of its own, too: for who tunes. */
    @Override
    public Run command(List<String> arguments) {
        Plan plan = Plan.parse(arguments);
        new Duels(plan).run();
        return plan.run();
    }
}
