/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.Bench.Cell;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The section {@code classic}: every cell of the table in a JVM of its own, in random order, round by round. */
public final class ClassicSection {
    static final String NAME = "classic";

    public static final Section SECTION = new Section(
            NAME, Duration.ofMinutes(3), Duration.ofMinutes(15), ClassicSection::measure, ClassicChapter.CHAPTER);

    private ClassicSection() {}

    private static void measure(Lab lab) {
        Effort effort = lab.run().quick() ? Effort.QUICK : Effort.FULL;
        try (Bench bench = new Bench(lab)) {
            lab.say("a pilot chooses among " + effort.matrix().size() + " variants of Aeron");
            List<Cell> cells = cells(effort, new AeronPilot(bench, effort, lab));
            for (int round = 1; round <= Effort.ROUNDS; round++) {
                lab.say("round " + round + " of " + Effort.ROUNDS + ", " + cells.size() + " cells");
                bench.measureOverhead(1, round, effort);
                for (Cell cell : lab.shuffled(cells)) {
                    bench.measure(1, round, cell, effort);
                }
            }
        }
    }

    private static List<Cell> cells(Effort effort, AeronPilot pilot) {
        List<Cell> cells = new ArrayList<>();
        for (int burst : Effort.BURSTS) {
            for (int producers : effort.producers()) {
                effort.rows().stream()
                        .filter(row -> row.takes(producers))
                        .map(row -> cell(row, producers, burst, pilot))
                        .forEach(cells::add);
            }
        }
        return cells;
    }

    private static Cell cell(Row row, int producers, int burst, AeronPilot pilot) {
        String candidate = row.isChosen() ? pilot.best(row, producers, burst) : row.candidate();
        return new Cell(row, candidate, producers, burst);
    }
}
