/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section {@code cooperative}: cooperative workers take turns like the waiters, at their own rates. */
public final class CooperativeSection {
    static final String NAME = "cooperative";

    /** Messages a second. */
    static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 250_000, 500_000, 1_000_000);

    private static final String EXPLANATION = """
            A thread that publishes messages of 32 bytes on a schedule, and a cooperative worker of one thread that
            polls the subscription; the driver, publisher and worker are a process each since 25 November 2026, and
            were one before. The worker sleeps when there was
            nothing: until a message wakes it, or, where its tasklet names no source, for the minimum at first,
            twice as long each time, at most 1,000 µs; the kernel adds its timer slack, 50 µs by default. CPU is
            that of the worker's thread, the recording of each latency included. Latency is from when a message
            should have been sent, or, since then, from when its publisher is awake. Medians over the rounds.

            History, not measured here: "Jet" is what Hazelcast published of its own cooperative worker ("Idle Green
            Threads in Hazelcast Jet": an m5.large, eight trivial stages). As its code reads, its first sleep was twice
            the configured minimum. It does other work for a message, on another machine: its column shows a shape to
            compare, it is no race.
            """;

    /** By minimum idle time in microseconds and by rate: % of CPU. */
    private static final Map<Integer, Map<Integer, String>> JET = Map.of(
            25,
            Map.of(1_000, "18", 10_000, "23", 50_000, "29", 250_000, "75", 500_000, "96", 1_000_000, "100"),
            1_000,
            Map.of(1_000, "1", 250_000, "19"));

    private static final String CPU_BEFORE = "cpuPercent";

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Cooperative worker: rate against CPU",
            NAME,
            EXPLANATION,
            jdk -> table(jdk.results()) + '\n' + plot(jdk.feature(), jdk.results(), jdk.plots()),
            all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofSeconds(40), Duration.ofMinutes(4), CooperativeSection::measure, CHAPTER);

    private CooperativeSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        Map<Cell, List<Waiter>> cells = new LinkedHashMap<>();
        RATES.forEach(rate -> cells.put(Cell.at(rate), Waiter.WORKERS));
        for (int block = 1; block <= (quick ? 1 : 3); block++) {
            WaitingSection.block(lab, block, quick ? 1 : 2, cells);
        }
    }

    private static String table(Results results) {
        Table table = Table.of(
                "messages/s, minimum idle|CPU of the worker, %|Jet's CPU, %|delivered/s|p50, µs|p99, µs|sleeps/s"
                        + "|rounds");
        for (Waiter worker : Waiter.WORKERS) {
            for (int rate : RATES) {
                if (results.has(worker, Cell.at(rate))) {
                    row(table, results, worker, rate);
                }
            }
        }
        return table.toString();
    }

    private static void row(Table table, Results results, Waiter worker, int rate) {
        Cell cell = Cell.at(rate);
        int minIdleUs = worker.minIdleUs();
        table.row(
                String.format("%,d, ", rate) + (minIdleUs == 0 ? "woken" : String.format("%,d µs", minIdleUs)),
                results.text("%.1f", worker, cell, cpu(results)),
                JET.getOrDefault(minIdleUs, Map.of()).getOrDefault(rate, ""),
                results.texts(worker, cell, "%,.0f delivered", "%,.0f/1e3 p50", "%,.0f/1e3 p99", "%,.0f parks"),
                results.rounds(worker, cell));
    }

    /** {@return the name of the worker thread's CPU: it was different while all was one process} */
    private static String cpu(Results results) {
        return results.all().get(0).details().containsKey(CPU_BEFORE) ? CPU_BEFORE : "threadsCpu";
    }

    private static String plot(int jdk, Results results, Plots plots) {
        List<Series> series = new ArrayList<>();
        for (Waiter worker : Waiter.WORKERS) {
            List<Series.Point> points = RATES.stream()
                    .filter(rate -> results.has(worker, Cell.at(rate)))
                    .map(rate -> new Series.Point(rate, results.median(worker, Cell.at(rate), cpu(results))))
                    .toList();
            series.add(new Series(worker.toString(), points));
        }
        return plots.add(
                "cooperative-jdk" + jdk,
                new Lines(
                        "CPU of a cooperative worker by rate and minimum idle time, JDK " + jdk,
                        Axis.log("messages/s"),
                        Axis.linear("% of a core"),
                        series,
                        List.of()));
    }
}
