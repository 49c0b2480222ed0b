/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.report.Goal;
import io.tailrace.benchmarks.report.GoalTable.Row;
import java.util.ArrayList;
import java.util.List;

/**
 * What the injector has set itself. A submit has its bound where the pool's threads sleep between tasks: with short
 * ones, and in the trickle.
 */
final class InjectorGoals {
    static final List<Row> ALL = all();

    private InjectorGoals() {}

    private static List<Row> all() {
        List<Row> rows = new ArrayList<>();
        for (int us : List.of(0, 1, 10)) {
            for (int threads : List.of(4, 16, 64)) {
                addFullSpeed(rows, new Cell(us, threads, 1));
            }
        }
        for (int rate : Plan.TRICKLE_RATES) {
            String cell = Cell.trickle(rate);
            String label = String.format("trickle of %,d/s, ", rate);
            rows.add(row(label + "pick-up p50", cell, Kind.THREAD_POOL, "p50", Goal.atMost(1)));
            rows.add(row(label + "pick-up p99", cell, Kind.THREAD_POOL, "p99", Goal.atMost(1)));
            rows.add(row(label + "CPU", cell, Kind.THREAD_POOL, "cpuPercent", Goal.atMost(1)));
            rows.add(row(label + "submit", cell, Kind.THREAD_POOL, "submitP50", Goal.atMost(0.25)));
        }
        return rows;
    }

    private static void addFullSpeed(List<Row> rows, Cell cell) {
        String name = cell.toString();
        boolean isLong = cell.taskUs() == 10;
        double least = isLong && cell.threads() > 4 ? 1.4 : 1;
        rows.add(row(cell.label() + ", tasks/s", name, Kind.THREAD_POOL, "tasksPerSecond", Goal.atLeast(least)));
        if (isLong) {
            rows.add(row(cell.label() + ", tasks/s", name, Kind.FORK_JOIN, "tasksPerSecond", Goal.atLeast(0.9)));
        } else {
            rows.add(row(cell.label() + ", CPU of a submit", name, Kind.THREAD_POOL, "submitNs", Goal.atMost(0.25)));
        }
        rows.add(row(cell.label() + ", switches", name, Kind.THREAD_POOL, "switchesPerTask", Goal.atMost(0.5)));
    }

    private static Row row(String label, String cell, Kind theirs, String figure, Goal goal) {
        return new Row(
                label + " to " + theirs.candidate(), cell, Kind.INJECTOR.candidate(), theirs.candidate(), figure, goal);
    }
}
