/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Plan.Cell;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Plots.Plot.Axis;
import io.tailrace.benchmarks.report.Plots.Plot.Bars;
import io.tailrace.benchmarks.report.Ratios;
import io.tailrace.benchmarks.report.Results;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section {@code injector}: blocks of rounds, each block with a fresh JVM for each kind of executor. */
public final class InjectorSection {
    static final String NAME = "injector";

    private static final int WARM_UP_US = 2;

    private static final String EXPLANATION = """
        One thread submits tasks that keep a processor busy for a given time: the same rounds of the same work for
        all, calibrated in each block. As many tasks as an executor has threads may wait, unless a row tells another
        number, then the producer blocks: the injector with BLOCK, the ThreadPoolExecutor in `put` of its bounded
        queue, ForkJoinPool (async) and virtual threads, which have no bound, at a semaphore. The Disruptor has had
        no pool of workers since version 4: each thread takes the events whose number is its own modulo the number
        of threads, which is what its authors propose, and waits by BlockingWaitStrategy. The limit, `plain-loops`,
        is a loop on each processor that runs tasks and hands over nothing. Each task is checked: none lost, none
        run twice.

        A submit's CPU is what the producer's thread has used for each task, without the time for which it was
        blocked. Switches are the voluntary ones of all threads, the producer's too. CPU is that of all Java
        threads, in % of one core. Medians over the rounds; ratios are those of one round. Bars are medians of
        ratios.
        """;

    private static final String TRICKLE = """
        The trickle: one thread submits on a schedule to executors of 4 threads, and spins in between; what it uses
        does not count. A pick-up lasts from when a task should have been submitted until it ran. A submit is timed
        by the clock here.
        """;

    private static final String POOL = Kind.THREAD_POOL.candidate();
    private static final String TASKS = "tasksPerSecond";

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Injector: executors and short tasks",
            NAME,
            EXPLANATION,
            jdk -> Claim.table(jdk.all(), jdk.feature(), NAME)
                    + '\n'
                    + ofJdk(jdk.feature(), jdk.results(), jdk.plots()),
            all -> "\n");

    public static final Section SECTION = new Section(
            NAME, Duration.ofMinutes(1), Duration.ofMinutes(10), Plan.USAGE, InjectorSection::measure, CHAPTER);

    private InjectorSection() {}

    private static void measure(Lab lab) {
        Plan plan = Plan.of(lab.run());
        lab.say(plan.cells().size() + " cells, about " + plan.duration().toSeconds() + " s");
        Block.ofForks(
                lab,
                plan.blocks(),
                plan.roundsOfBlock(),
                Kind.on(lab.run().jdk()),
                kind -> lab.fork(kind.candidate(), List.of(), ExecutorUnderLoad.class, kind.name()),
                forks -> turns(plan, Kind.on(lab.run().jdk()), forks));
    }

    private static Map<Turn, List<Kind>> turns(Plan plan, List<Kind> kinds, List<Fork> forks) {
        double roundsPerUs = Work.roundsPerUs(forks);
        forks.forEach(fork -> fork.ask("warm " + (int) (WARM_UP_US * roundsPerUs)));
        Map<Turn, List<Kind>> turns = new LinkedHashMap<>();
        for (Cell cell : plan.cells()) {
            int rounds = (int) (cell.taskUs() * roundsPerUs);
            String command = "tasks " + cell.limits().threads() + " "
                    + cell.limits().waiting() + " " + rounds + " " + Plan.LEAD_IN_MS + " " + plan.measureMs();
            turns.put(new Turn(cell.toString(), command, TASKS, "tasks/s"), kinds);
        }
        List<Kind> executors = kinds.stream().filter(kind -> kind != Kind.LOOPS).toList();
        for (int rate : Plan.TRICKLE_RATES) {
            String command = "trickle " + rate + " " + Plan.LEAD_IN_MS + " " + plan.trickleMs();
            turns.put(new Turn(Cell.trickle(rate), command, "p50", "ns"), executors);
        }
        return turns;
    }

    private static String ofJdk(int jdk, Results results, Plots plots) {
        StringBuilder text = new StringBuilder();
        List<Cell> cells = cells(results);
        cells.stream().map(Cell::taskUs).distinct().forEach(us -> text.append(fullSpeed(
                        us, cells.stream().filter(cell -> cell.taskUs() == us).toList(), results))
                .append('\n'));
        text.append(TRICKLE).append('\n').append(trickle(results)).append('\n');
        return text.append(plot(jdk, cells, results, plots)).toString();
    }

    private static List<Cell> cells(Results results) {
        return results.cells(Cell::parse)
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(Cell::taskUs)
                        .thenComparing(Cell::threads)
                        .thenComparing(Cell::waiting))
                .toList();
    }

    private static String fullSpeed(int us, List<Cell> cells, Results results) {
        Table table = Table.of("tasks of " + us + " µs"
                + "|tasks/s|to thread-pool|CPU of a submit, ns|to thread-pool|switches a task|CPU, %"
                + "|allocated a task, B|rounds");
        for (Cell cell : cells) {
            for (Kind kind : Kind.values()) {
                String candidate = kind.candidate();
                String name = cell.toString();
                if (results.has(candidate, name)) {
                    boolean handsOver = kind != Kind.LOOPS;
                    table.row(
                            cell.executor() + ", " + candidate,
                            results.text("%,.0f", candidate, name, TASKS),
                            toPool(results, kind, name, TASKS),
                            handsOver ? results.text("%,.0f", candidate, name, "submitNs") : "",
                            handsOver ? toPool(results, kind, name, "submitNs") : "",
                            results.texts(
                                    candidate, name, "%.4f switchesPerTask", "%.0f cpuPercent", "%.1f bytesPerTask"),
                            results.rounds(candidate, name));
                }
            }
        }
        return table.toString();
    }

    private static String toPool(Results results, Kind kind, String cell, String figure) {
        return kind == Kind.THREAD_POOL
                ? ""
                : results.ratios(kind.candidate(), POOL, cell, figure).text();
    }

    private static String trickle(Results results) {
        Table table = Table.of("trickle|pick-up p50, µs|p99, µs|p50 to thread-pool|p99 to thread-pool|submit p50, µs"
                + "|to thread-pool|CPU, %|to thread-pool|switches a task|rounds");
        for (int rate : Plan.TRICKLE_RATES) {
            String cell = Cell.trickle(rate);
            for (Kind kind : Kind.values()) {
                String candidate = kind.candidate();
                if (results.has(candidate, cell)) {
                    table.row(
                            String.format("%,d/s, %s", rate, candidate),
                            results.texts(candidate, cell, "%.1f/1e3 p50", "%.1f/1e3 p99"),
                            toPool(results, kind, cell, "p50"),
                            toPool(results, kind, cell, "p99"),
                            results.texts(candidate, cell, "%.1f/1e3 submitP50"),
                            toPool(results, kind, cell, "submitP50"),
                            results.text("%.2f", candidate, cell, "cpuPercent"),
                            toPool(results, kind, cell, "cpuPercent"),
                            results.text("%.2f", candidate, cell, "switchesPerTask"),
                            results.rounds(candidate, cell));
                }
            }
        }
        return table.toString();
    }

    private static String plot(int jdk, List<Cell> cells, Results results, Plots plots) {
        List<Bars.Group> groups = new ArrayList<>();
        for (Cell cell : cells) {
            Map<String, Double> ratios = new LinkedHashMap<>();
            for (Kind kind : EnumSet.complementOf(EnumSet.of(Kind.THREAD_POOL, Kind.LOOPS))) {
                Ratios ofRounds = results.ratios(kind.candidate(), POOL, cell.toString(), TASKS);
                if (!ofRounds.isEmpty()) {
                    ratios.put(kind.candidate(), ofRounds.spread().median());
                }
            }
            if (!ratios.isEmpty()) {
                groups.add(new Bars.Group(cell.label(), ratios));
            }
        }
        String title = "Tasks in a second, as a multiple of those of ThreadPoolExecutor, JDK " + jdk;
        return groups.isEmpty()
                ? ""
                : plots.add(
                        "injector-jdk" + jdk,
                        new Bars(title, Axis.linear("tasks/s to " + POOL), groups, Map.of(POOL, 1.0)));
    }
}
