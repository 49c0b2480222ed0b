/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.text.DecimalFormat;
import java.util.List;
import java.util.Locale;

/**
 * A figure that waiting must not exceed.
 *
 * @param figure CPU in % of a core; else a time in ns, with limits in µs
 * @param withFutex the limit on JDKs that can call the kernel's futex
 * @param withSockets the limit on others
 */
record Target(String label, Waiter waiter, Cell cell, String figure, double withFutex, double withSockets) {
    private static final int FIRST_WITH_FUTEX = 22;

    /** What is rounded to 0. */
    private static final double NOTHING = 0.04;

    private static final List<Target> ALL = List.of(
            new Target("all three processes at rest", Waiter.BALANCED, Cell.REST, "cpu", 0.5, 1),
            new Target("after 2 ms of silence, p50", Waiter.BALANCED, Waiter.EVERY_2_MS, "p50", 25, 60),
            new Target("after 2 ms of silence, p99", Waiter.BALANCED, Waiter.EVERY_2_MS, "p99", 100, 300),
            new Target("after 2 s of silence, p50", Waiter.BALANCED, Cell.EVERY_2_S, "p50", 25, 60),
            new Target("after 2 s of silence, p99", Waiter.BALANCED, Cell.EVERY_2_S, "p99", 100, 300),
            new Target("1,000/s, p50", Waiter.BALANCED, Cell.at(1_000), "p50", 30, 60),
            new Target("all three processes, 1,000/s", Waiter.BALANCED, Cell.at(1_000), "cpu", 5, 8),
            new Target(
                    "100,000/s, the last of two subscribers, p50",
                    Waiter.TWO_SUBSCRIBERS,
                    Waiter.DEMO,
                    "lastP50",
                    30,
                    50),
            new Target("100,000/s, its p99", Waiter.TWO_SUBSCRIBERS, Waiter.DEMO, "lastP99", 300, 500),
            new Target("a dispatch at rest", Waiter.DISPATCH, Cell.REST, "threadsCpu", NOTHING, 0.2),
            new Target("dispatch at 1,000/s, p50", Waiter.DISPATCH, Cell.at(1_000), "p50", 30, 60),
            new Target("a cooperative worker at rest", Waiter.COOPERATIVE, Cell.REST, "threadsCpu", NOTHING, 0.2),
            new Target("cooperative worker at 1,000/s, p50", Waiter.COOPERATIVE, Cell.at(1_000), "p50", 30, 60));

    /** {@return what was to be reached, and what was} */
    static Table table(int jdk, Results results) {
        Table table = Table.of("to be reached|at most|measured|");
        for (Target target : ALL) {
            if (results.has(target.waiter, target.cell)) {
                target.row(table, results, jdk >= FIRST_WITH_FUTEX ? target.withFutex : target.withSockets);
            }
        }
        return table;
    }

    private void row(Table table, Results results, double limit) {
        boolean isCpu = figure.toLowerCase(Locale.ROOT).endsWith("cpu");
        double measured = results.median(waiter, cell, figure) / (isCpu ? 1 : 1e3);
        table.row(
                label,
                new DecimalFormat("0.#").format(limit) + (isCpu ? " %" : " µs"),
                String.format(isCpu ? "%.2f %%" : "%.1f µs", measured),
                measured <= limit ? "reached" : "**missed**");
    }
}
