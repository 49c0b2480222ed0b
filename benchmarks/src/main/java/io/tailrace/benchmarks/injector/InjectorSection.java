/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;
import java.util.List;

/** The command {@code injector}. */
public final class InjectorSection implements Section {
    /** How to call it. */
    public static final String USAGE = Plan.USAGE;

    static final String NAME = "injector";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration duration(boolean quick) {
        return quick ? Duration.ofMinutes(1) : Duration.ofMinutes(10);
    }

    @Override
    public void run(Run run) {
        new InjectorRun(Plan.of(run)).measure();
    }

    @Override
    public Chapter chapter() {
        return new InjectorChapter();
    }

    /** Reads options of its own, too: for who has more processors. */
    @Override
    public Run command(List<String> arguments) {
        Plan plan = Plan.parse(arguments);
        new InjectorRun(plan).measure();
        return plan.run();
    }
}
