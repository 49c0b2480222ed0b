/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.Options;
import io.tailrace.benchmarks.lab.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

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
}
