/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Lines;
import io.tailrace.benchmarks.report.Plots.Plot.Series;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.text.DecimalFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The section {@code waiting}: blocks of new processes, in which every waiter has its turn in each of its cells. */
public final class WaitingSection {
    static final String NAME = "waiting";

    private static final int BLOCKS = 3;

    private static final String EXPLANATION = """
            CPU of driver, publisher and subscriber, a process each, with all threads of their JVMs, and
            delay of messages of 32 bytes. Medians over the rounds. `spin`, `balanced` and `economy` are
            Tailrace's wait policies. `aeron/defaults` has Aeron's driver as shipped, with three threads,
            and Agrona's BackoffIdleStrategy; in `aeron/spinning` the thread that subscribes runs the
            driver, tuned as Aeron's best.

            Up to 10,000/s the publisher sleeps between two messages, and a message that is due while it
            sleeps counts from when it is awake. At higher rates it spins, and messages count from when
            they should have been sent. The CPU of each is shown separately. "Its own threads" are those
            of the subscriber's process that wait and handle, without the JVM's and the client's, over the
            lead-in too. A message every 2 s: there are so few that the p99 is the latest of a round.

            History, not measured here: Hazelcast published of Jet's cooperative worker ("Idle Green
            Threads in Hazelcast Jet": an m5.large, eight trivial stages), with a minimum idle time of 25
            µs: 18 % of CPU at 1,000/s, 23 % at 10,000/s, 29 % at 50,000/s, 75 % at 250,000/s, 96 % at
            500,000/s, 100 % at 1,000,000/s; with 1,000 µs: 1 % at 1,000/s, 19 % at 250,000/s.
            """;

    private static final String COLUMNS =
            "|CPU together, %|driver|publisher|subscriber|its own threads|p50, µs|p99, µs|latest, µs|rounds";

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Waiting: rate against CPU and delay",
            NAME,
            EXPLANATION,
            jdk -> text(jdk.feature(), jdk.results(), jdk.plots()),
            all -> "");

    public static final Section SECTION =
            new Section(NAME, Duration.ofMinutes(3), Duration.ofMinutes(18), """
              --who A,B          only these: spin, balanced, economy, aeron_defaults, aeron_spinning, two_subscribers,
                                 subscribers_64, streams_1000, dispatch, cooperative
            """, WaitingSection::measure, CHAPTER);

    private WaitingSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        Map<Cell, List<Waiter>> cells = new LinkedHashMap<>();
        for (Waiter waiter : who(lab.run().own())) {
            waiter.cells(quick).forEach(cell -> cells.computeIfAbsent(cell, key -> new ArrayList<>())
                    .add(waiter));
        }
        int blocks = quick ? 1 : BLOCKS;
        for (int block = 1; block <= blocks; block++) {
            lab.say("block " + block + " of " + blocks);
            block(lab, block, 1, cells);
        }
    }

    private static List<Waiter> who(Options options) {
        return options.has("--who")
                ? options.list("--who", "").stream()
                        .map(name -> Waiter.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList()
                : Stream.concat(Waiter.SINGLE.stream(), Waiter.OTHERS.stream()).toList();
    }

    static void block(Lab lab, int number, int rounds, Map<Cell, List<Waiter>> cells) {
        boolean quick = lab.run().quick();
        try (Block<Waiter, Trio> block = new Block<>(lab, waiter -> warmTrio(lab, waiter, quick ? 3 : 8))) {
            block.measure(
                    cells, cell -> rounds, (round, cell, trio) -> trio.measure(number, round, cell, cell.slice(quick)));
        }
    }

    private static Trio warmTrio(Lab lab, Waiter waiter, int slices) {
        Trio trio = new Trio(lab, waiter);
        trio.warmUp(slices);
        return trio;
    }

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

    /**
     * A figure that waiting must not exceed.
     *
     * @param figure CPU in % of a core; else a time in ns, with limits in µs
     * @param withFutex the limit on JDKs that can call the kernel's futex
     * @param withSockets the limit on others
     */
    record Target(String label, Waiter waiter, Cell cell, String figure, double withFutex, double withSockets) {
        private static final int FIRST_WITH_FUTEX = 22;

        /** Figures below this are rounded to 0. */
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

        /** {@return the goals and the results} */
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
}
