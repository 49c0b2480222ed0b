/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Claim;
import java.time.Duration;
import java.util.List;

/** The section {@code injector}: executors. */
public final class InjectorSection {
    static final String NAME = "injector";

    private static final String USAGE = """
        --threads LIST     threads of each executor (4,16,64; quick 4,16)
        --task-us LIST     lengths of tasks in microseconds (0,1,10)
        --waiting LIST     most tasks that wait for each thread (1)
      the grid of the original injector's article, for a machine with 32 processors:
      injector --threads 64,128,256,512 --task-us 1,10,100 --waiting 0,1,3
      """;

    private static final String EXPLANATION = """
        One thread submits tasks that keep a processor busy for a given time: the same rounds of the same
        work for all, calibrated in each block. As many tasks as an executor has threads may wait, unless a
        row has another number; then the producer blocks: the injector with BLOCK, the ThreadPoolExecutor in
        `put` of its bounded queue, ForkJoinPool (async) and virtual threads, which have no bound, at a
        semaphore. The Disruptor has had no pool of workers since version 4: each thread takes the events
        whose number is its own modulo the number of threads, which is what its authors propose, and waits
        by BlockingWaitStrategy. The limit, `plain-loops`, is a loop on each processor that runs tasks and
        hands over nothing. Each task is checked: none lost, none run twice.

        A submit's CPU is what the producer's thread has used for each task, without the time for which it
        was blocked. Switches are the voluntary ones of all threads, the producer's too. CPU is that of all
        Java threads, in % of one core. Medians over the rounds; ratios are those of one round. Bars are
        medians of ratios.
        """;

    private static final String TRICKLE = """
        The trickle: one thread submits on a schedule to executors of 4 threads, and spins in between; what it uses
        does not count. A pick-up lasts from when a task should have been submitted until it ran. A submit is timed
        by the clock here.
        """;

    private static final Limits TRICKLE_LIMITS = new Limits(4, 64);
    private static final List<Integer> RATES = List.of(100, 5_000);
    private static final TaskTables TABLES =
            new TaskTables(NAME, Kind.THREAD_POOL, "ThreadPoolExecutor", RATES, TRICKLE);

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Injector: executors and short tasks",
            NAME,
            EXPLANATION,
            jdk -> Claim.table(jdk.all(), jdk.feature(), NAME) + '\n' + TABLES.of(jdk),
            all -> "\n");

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(1),
            Duration.ofMinutes(10),
            USAGE,
            lab -> plan(lab.run()).measure(lab),
            CHAPTER);

    private InjectorSection() {}

    static Plan plan(Run run) {
        return new Plan(
                run,
                Kind.executors(run.jdk()),
                Plan.numbers(run.own(), "--task-us", "0,1,10", 0, 1_000),
                Plan.numbers(run.own(), "--threads", run.quick() ? "4,16" : "4,16,64", 1, 10_000),
                Plan.numbers(run.own(), "--waiting", "1", 0, 1_000),
                TRICKLE_LIMITS,
                RATES);
    }
}
