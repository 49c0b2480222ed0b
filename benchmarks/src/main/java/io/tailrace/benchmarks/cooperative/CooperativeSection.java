/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Lines;
import io.tailrace.benchmarks.report.Plot.Series;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The section {@code cooperative}: each minimum idle time has its turn at each rate, in a JVM of its own in each block.
 */
public final class CooperativeSection {
    static final String NAME = "cooperative";

    /** In place of an idle time: messages wake the worker. */
    static final int WOKEN = 0;

    /** Of the worker after the first round without progress, in microseconds. */
    static final List<Integer> MIN_IDLES_US = List.of(WOKEN, 25, 1_000);

    /** Messages a second. */
    static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 250_000, 500_000, 1_000_000);

    private static final int LEAD_IN_MS = 300;

    private static final String EXPLANATION = """
            One process: a thread that publishes messages of 32 bytes on a schedule, and a cooperative worker of
            one thread that polls the subscription, with its driver embedded. The worker sleeps when there was
            nothing: until a message wakes it, or, where its tasklet names no source, for the minimum at first,
            twice as long each time, at most 1,000 µs; the kernel adds its timer slack, 50 µs by default. CPU is
            that of the worker's thread, the recording of each latency included. Latency is from when a message
            should have been sent. Medians over the rounds.

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

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Cooperative worker: rate against CPU",
            NAME,
            EXPLANATION,
            jdk -> table(jdk.results()) + '\n' + plot(jdk.feature(), jdk.results(), jdk.plots()),
            all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofSeconds(40), Duration.ofMinutes(4), CooperativeSection::measure, CHAPTER);

    private CooperativeSection() {}

    /** {@return what stands in the raw data} */
    static String candidate(int minIdleUs) {
        return minIdleUs == WOKEN ? "tailrace/woken" : "tailrace/idle-" + minIdleUs;
    }

    /** {@return what a rate is called in the raw data} */
    static String cell(int rate) {
        return "at-" + rate;
    }

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        lab.blocks(quick ? 1 : 3, quick ? 1 : 2, forks -> turns(lab, forks, quick ? 1_000 : 3_000));
    }

    private static List<Turn> turns(Lab lab, List<Fork> forks, int measureMs) {
        List<Turn> turns = new ArrayList<>();
        for (int minIdleUs : MIN_IDLES_US) {
            String files = lab.newDirectory().toString();
            String name = candidate(minIdleUs);
            Fork fork = lab.fork(name, List.of(), WorkerUnderLoad.class, Integer.toString(minIdleUs), files);
            forks.add(fork);
            fork.ask("warm");
            for (int rate : RATES) {
                String command = "run " + rate + " " + LEAD_IN_MS + " " + measureMs;
                turns.add(new Turn(fork, cell(rate), command, "cpuPercent", "% of a core"));
            }
        }
        return turns;
    }

    private static String table(Results results) {
        Table table = Table.of(
                "messages/s, minimum idle|CPU of the worker, %|Jet's CPU, %|delivered/s|p50, µs|p99, µs|sleeps/s"
                        + "|rounds");
        for (int minIdleUs : MIN_IDLES_US) {
            for (int rate : RATES) {
                if (results.has(candidate(minIdleUs), cell(rate))) {
                    row(table, results, minIdleUs, rate);
                }
            }
        }
        return table.toString();
    }

    private static void row(Table table, Results results, int minIdleUs, int rate) {
        String candidate = candidate(minIdleUs);
        String cell = cell(rate);
        table.row(
                String.format("%,d, ", rate) + (minIdleUs == WOKEN ? "woken" : String.format("%,d µs", minIdleUs)),
                results.text("%.1f", candidate, cell, "cpuPercent"),
                JET.getOrDefault(minIdleUs, Map.of()).getOrDefault(rate, ""),
                results.texts(candidate, cell, "%,.0f delivered", "%,.0f/1e3 p50", "%,.0f/1e3 p99", "%,.0f parks"),
                results.rounds(candidate, cell));
    }

    private static String plot(int jdk, Results results, Plots plots) {
        List<Series> series = new ArrayList<>();
        for (int minIdleUs : MIN_IDLES_US) {
            String candidate = candidate(minIdleUs);
            List<Series.Point> points = new ArrayList<>();
            for (int rate : RATES) {
                String cell = cell(rate);
                if (results.has(candidate, cell)) {
                    points.add(new Series.Point(rate, results.median(candidate, cell, "cpuPercent")));
                }
            }
            series.add(new Series(candidate, points));
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
