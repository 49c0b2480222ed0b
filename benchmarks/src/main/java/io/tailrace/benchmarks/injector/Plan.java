/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Run.Options;
import io.tailrace.benchmarks.lab.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cells that a run of a section measures, and how long it measures each.
 *
 * @param kinds that are compared
 * @param taskUs lengths of tasks, in microseconds
 * @param threads of each contestant
 * @param waiting the most tasks that wait for each thread
 * @param trickle limits for tasks at a rate
 * @param rates of these, in tasks a second
 */
record Plan(
        Run run,
        List<Kind> kinds,
        List<Integer> taskUs,
        List<Integer> threads,
        List<Integer> waiting,
        Limits trickle,
        List<Integer> rates) {
    private static final int WARM_UP_US = 2;
    private static final int LEAD_IN_MS = 100;
    /** Resuming a process, calibrations, the start and end of threads. */
    private static final int AROUND_MS = 30;

    private static final int START_MS = 1_000;

    /** {@return the numbers of an option, which must lie in a range} */
    static List<Integer> numbers(Options options, String name, String defaultValue, int least, int most) {
        List<Integer> numbers =
                options.list(name, defaultValue).stream().map(Integer::valueOf).toList();
        numbers.forEach(number -> {
            if (number < least || number > most) {
                throw new IllegalArgumentException(
                        "out of range: " + name + " " + number + ", min=" + least + ", max=" + most);
            }
        });
        return numbers;
    }

    List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int us : taskUs) {
            for (int count : threads) {
                waiting.forEach(each -> cells.add(new Cell(us, count, each)));
            }
        }
        return cells;
    }

    private int blocks() {
        return run.quick() ? 1 : 3;
    }

    private int roundsOfBlock() {
        return run.quick() ? 2 : 3;
    }

    private int measureMs() {
        return run.quick() ? 200 : 500;
    }

    private int trickleMs() {
        return run.quick() ? 1_000 : 3_000;
    }

    private Duration duration() {
        long cellsMs = (long) cells().size() * kinds.size() * (LEAD_IN_MS + measureMs() + AROUND_MS);
        long trickleMs = (long) rates.size() * kinds.size() * (LEAD_IN_MS + trickleMs() + AROUND_MS);
        return Duration.ofMillis(blocks() * (roundsOfBlock() * (cellsMs + trickleMs) + (long) kinds.size() * START_MS));
    }

    /** Blocks of rounds, each block with a new JVM for each kind. */
    void measure(Lab lab) {
        lab.say(cells().size() + " cells, about " + duration().toSeconds() + " s");
        measure(lab, blocks(), roundsOfBlock(), kinds, WARM_UP_US, roundsPerUs -> {
            Map<Turn, List<Kind>> turns = new LinkedHashMap<>();
            for (Cell cell : cells()) {
                String load = (int) (cell.taskUs() * roundsPerUs) + " 0 " + LEAD_IN_MS + " " + measureMs();
                String command = "tasks " + words(cell.limits()) + " " + load;
                turns.put(new Turn(cell.toString(), command, "tasksPerSecond", "tasks/s"), kinds);
            }
            List<Kind> others =
                    kinds.stream().filter(kind -> kind != Kind.LOOPS).toList();
            for (int rate : rates) {
                String command = "trickle " + rate + " " + words(trickle) + " " + LEAD_IN_MS + " " + trickleMs();
                turns.put(new Turn(Cell.trickle(rate), command, "p50", "ns"), others);
            }
            return turns;
        });
    }

    static String words(Limits limits) {
        return limits.threads() + " " + limits.waiting();
    }

    /** The same for any turns, which depend on the rounds of work in a microsecond. */
    static void measure(
            Lab lab,
            int blocks,
            int rounds,
            List<Kind> kinds,
            int warmUpUs,
            DoubleFunction<Map<Turn, List<Kind>>> turns) {
        Block.ofForks(
                lab,
                blocks,
                rounds,
                kinds,
                kind -> lab.fork(
                        kind.candidate(),
                        List.of(),
                        ExecutorUnderLoad.class,
                        kind.name(),
                        lab.newDirectory().toString()),
                forks -> {
                    double roundsPerUs = Work.roundsPerUs(forks);
                    forks.forEach(fork -> fork.ask("warm " + (int) (warmUpUs * roundsPerUs)));
                    return turns.apply(roundsPerUs);
                });
    }

    /**
     * The tasks and the limits with which executors are measured at full speed.
     *
     * @param taskUs length of a task, in microseconds
     * @param threads of the executor
     * @param waiting the most tasks that wait for each thread
     */
    record Cell(int taskUs, int threads, int waiting) {
        private static final Pattern NAME = Pattern.compile("tasks-([0-9]+)us-([0-9]+)x([0-9]+)");

        /** {@return the cell of a name in the raw data, if it is one} */
        static Optional<Cell> parse(String name) {
            Matcher matcher = NAME.matcher(name);
            return matcher.matches()
                    ? Optional.of(new Cell(
                            Integer.parseInt(matcher.group(1)),
                            Integer.parseInt(matcher.group(2)),
                            Integer.parseInt(matcher.group(3))))
                    : Optional.empty();
        }

        /** {@return the name of a trickle in the raw data} */
        static String trickle(int rate) {
            return "trickle-" + rate;
        }

        /** {@return its name in the raw data} */
        @Override
        public String toString() {
            return "tasks-" + taskUs + "us-" + threads + "x" + waiting;
        }

        String label() {
            return taskUs + " µs, " + executor();
        }

        /** {@return its label without the length of tasks} */
        String executor() {
            return threads + " threads" + (waiting == 1 ? "" : ", " + waiting + " waiting for each");
        }

        Limits limits() {
            return new Limits(threads, threads * waiting);
        }
    }
}
