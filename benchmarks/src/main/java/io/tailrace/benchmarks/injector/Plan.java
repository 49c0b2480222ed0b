/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Kind.Contestant.Limits;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Run.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cells that a run of the section measures, and how long it measures each.
 *
 * @param taskUs lengths of tasks, in microseconds
 * @param threads of each executor
 * @param waiting most tasks that wait for each thread
 */
record Plan(Run run, List<Integer> taskUs, List<Integer> threads, List<Integer> waiting) {
    static final String USAGE = """
          --threads LIST     threads of each executor (4,16,64; quick 4,16)
          --task-us LIST     lengths of tasks in microseconds (0,1,10)
          --waiting LIST     most tasks that wait for each thread (1)
        the grid of the original injector's article, for a machine with 32 processors:
        injector --threads 64,128,256,512 --task-us 1,10,100 --waiting 0,1,3
        """;
    /** Tasks a second. */
    static final List<Integer> TRICKLE_RATES = List.of(100, 5_000);

    static final int LEAD_IN_MS = 100;
    /** Resuming a process, calibrations, the start and end of threads. */
    private static final int AROUND_MS = 30;

    private static final int START_MS = 1_000;

    static Plan of(Run run) {
        return new Plan(
                run,
                numbers(run.own(), "--task-us", "0,1,10", 0, 1_000),
                numbers(run.own(), "--threads", run.quick() ? "4,16" : "4,16,64", 1, 10_000),
                numbers(run.own(), "--waiting", "1", 0, 1_000));
    }

    private static List<Integer> numbers(Options options, String name, String defaultValue, int least, int most) {
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

    int blocks() {
        return run.quick() ? 1 : 3;
    }

    int roundsOfBlock() {
        return run.quick() ? 2 : 3;
    }

    int measureMs() {
        return run.quick() ? 200 : 500;
    }

    int trickleMs() {
        return run.quick() ? 1_000 : 3_000;
    }

    Duration duration() {
        int kinds = Kind.on(run.jdk()).size();
        long cellsMs = (long) cells().size() * kinds * (LEAD_IN_MS + measureMs() + AROUND_MS);
        long trickleMs = (long) TRICKLE_RATES.size() * (kinds - 1) * (LEAD_IN_MS + trickleMs() + AROUND_MS);
        return Duration.ofMillis(blocks() * (roundsOfBlock() * (cellsMs + trickleMs) + (long) kinds * START_MS));
    }

    /**
     * The tasks and the limits with which executors are measured at full speed.
     *
     * @param taskUs how long a task is, in microseconds
     * @param threads of the executor
     * @param waiting most tasks that wait for each thread
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

        /** {@return what a trickle is called in the raw data} */
        static String trickle(int rate) {
            return "trickle-" + rate;
        }

        /** {@return what it is called in the raw data} */
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
