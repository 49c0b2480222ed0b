/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Plot.Axis;
import io.tailrace.benchmarks.report.Plot.Lines;
import io.tailrace.benchmarks.report.Plot.Series;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.List;
import java.util.stream.Stream;

/** The tables of rates against CPU and delay. */
final class WaitingChapter {
    private static final String EXPLANATION = """
            Driver, publisher and subscriber, a process each: what they take of a core, with all of their JVMs' threads,
            and how late messages of 32 bytes are. Medians over the rounds. `spin`, `balanced` and `economy` are
            Tailrace's wait policies. `aeron/defaults` has Aeron's driver as shipped, with three threads, and Agrona's
            BackoffIdleStrategy; in `aeron/spinning` the thread that subscribes runs the driver, tuned as Aeron's best.

            Up to 10,000/s the publisher sleeps between two messages, and a message that is due while it sleeps counts
            from when it is awake. At higher rates it spins, and messages count from when they should have been sent.
            What each takes is told apart. "Its own threads" are those of the subscriber's process that wait and handle,
            without the JVM's and the client's, over the lead-in too. A message every 2 s: there are so few that the p99
            is the latest of a round.

            History, not measured here: Hazelcast published of Jet's cooperative worker ("Idle Green Threads in
            Hazelcast Jet": an m5.large, eight trivial stages), with a minimum idle time of 25 µs: 18 % of CPU at
            1,000/s, 23 % at 10,000/s, 29 % at 50,000/s, 75 % at 250,000/s, 96 % at 500,000/s, 100 % at 1,000,000/s;
            with 1,000 µs: 1 % at 1,000/s, 19 % at 250,000/s.
            """;

    private static final String COLUMNS =
            "|CPU together, %|driver|publisher|subscriber|its own threads|p50, µs|p99, µs|latest, µs|rounds";

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Waiting: rate against CPU and delay",
            WaitingSection.NAME,
            EXPLANATION,
            jdk -> text(jdk.feature(), jdk.results(), jdk.plots()),
            all -> "");

    private WaitingChapter() {}

    private static String text(int jdk, Results results, Plots plots) {
        return Target.table(jdk, results)
                + table("messages/s", results, Waiter.SINGLE, Waiter.rates(false))
                + plots(jdk, results, plots)
                + table("after a silence", results, Waiter.SINGLE, List.of(Waiter.EVERY_2_MS, Cell.EVERY_2_S))
                + table("who else waits", results, Waiter.OTHERS, Waiter.CELLS_OF_OTHERS);
    }

    private static String table(String title, Results results, List<Waiter> waiters, List<Cell> cells) {
        Table table = Table.of(title + COLUMNS);
        cells.forEach(cell -> waiters.stream()
                .filter(waiter -> results.has(waiter, cell))
                .forEach(waiter -> rows(table, results, waiter, cell)));
        return "\n" + table;
    }

    private static void rows(Table table, Results results, Waiter waiter, Cell cell) {
        String label = cell.label() + ", " + waiter;
        List<String> cpu = Stream.of("cpu", "driverCpu", "publisherCpu", "subscriberCpu", "threadsCpu")
                .map(figure -> figure.equals("driverCpu") && !waiter.library().hasDriverProcess()
                        ? ""
                        : results.text("%.2f", waiter, cell, figure))
                .toList();
        int rounds = results.rounds(waiter, cell);
        if (!cell.hasMessages()) {
            table.row(label, cpu, "", "", "", rounds);
            return;
        }
        table.row(label, cpu, results.texts(waiter, cell, "%,.1f/1e3 p50", "%,.1f/1e3 p99", "%,.1f/1e3 max"), rounds);
        if (waiter.subscribers() > 1) {
            List<String> last =
                    results.texts(waiter, cell, "%,.1f/1e3 lastP50", "%,.1f/1e3 lastP99", "%,.1f/1e3 lastMax");
            table.row(label + ", the last one", "", "", "", "", "", last, rounds);
        }
    }

    private static String plots(int jdk, Results results, Plots plots) {
        if (Waiter.SINGLE.stream().noneMatch(waiter -> results.has(waiter, Cell.at(1_000)))) {
            return "";
        }
        String cpu = "CPU of driver, publisher and subscriber, JDK " + jdk;
        String delay = "Median delay, JDK " + jdk;
        return "\n"
                + plots.add("waiting-cpu-jdk" + jdk, lines(cpu, Axis.linear("% of a core"), results, "cpu", 1))
                + plots.add("waiting-delay-jdk" + jdk, lines(delay, Axis.log("us"), results, "p50", 1e-3));
    }

    private static Lines lines(String title, Axis axis, Results results, String figure, double factor) {
        List<Series> series = Waiter.SINGLE.stream()
                .map(waiter -> new Series(
                        waiter.toString(),
                        Waiter.rates(false).stream()
                                .filter(cell -> cell.hasMessages() && results.has(waiter, cell))
                                .map(cell ->
                                        new Series.Point(cell.rate(), factor * results.median(waiter, cell, figure)))
                                .toList()))
                .toList();
        return new Lines(title, Axis.log("messages/s"), axis, series, List.of());
    }
}
