/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.suite.Run;
import io.tailrace.benchmarks.suite.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The command {@code classic}: every cell of the table in a JVM of its own, in random order, round by round. */
public final class ClassicSection implements Section {
    private static final int BLOCK = Measurement.PILOT + 1;

    @Override
    public String name() {
        return Bench.SECTION;
    }

    @Override
    public Duration duration(boolean quick) {
        return Duration.ofMinutes(quick ? 3 : 15);
    }

    @Override
    public Chapter chapter() {
        return new ClassicChapter();
    }

    @Override
    public void run(Run run) {
        Effort effort = run.quick() ? Effort.QUICK : Effort.FULL;
        Random random = new Random(run.seed());
        try (Bench bench = new Bench(run)) {
            run.say().accept("classic: a pilot chooses among " + effort.matrix().size() + " variants of Aeron");
            List<Cell> cells = cells(effort, new AeronPilot(bench, effort, random));
            for (int round = 1; round <= effort.rounds(); round++) {
                run.say().accept("classic: round " + round + " of " + effort.rounds() + ", " + cells.size() + " cells");
                Collections.shuffle(cells, random);
                bench.measureOverhead(BLOCK, round, effort);
                for (Cell cell : cells) {
                    bench.measure(BLOCK, round, cell, effort);
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
