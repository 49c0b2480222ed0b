/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Section;
import java.time.Duration;

/** The section {@code duel}: Tailrace against Aeron in one process of two threads. */
public final class DuelSection {
    static final String NAME = "duel";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(3),
            Duration.ofMinutes(20),
            Plan.USAGE,
            lab -> new Duels(Plan.of(lab.run()), lab).run(),
            new DuelChapter());

    private DuelSection() {}
}
