/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import java.time.Duration;
import java.util.List;

/**
 * The section {@code joints}: connections of two stages of a program, such as a parser and a summarizer, to one or
 * several threads, by room and by rate.
 */
public final class JointsSection {
    static final String NAME = "joints";

    private static final String USAGE = """
        --threads LIST     threads after the joint (1,2,4; quick 1,2)
        --task-us LIST     what each item takes them, in microseconds (1)
        --waiting LIST     items that the joint has room for, for each thread (16,2048; quick 2048)
        --rates LIST       items a second (1000,25000,100000; quick 1000,25000)
      """;

    private static final String EXPLANATION = """
        One thread puts items into a joint, one by one, and threads after it take them and work: the same
        rounds of the same work for all, calibrated in each block. In one process are ArrayBlockingQueue
        (`array`), LinkedBlockingQueue (`linked`) and LinkedTransferQueue (`transfer`), whose threads block;
        a ConcurrentLinkedQueue (`concurrent`) and JCTools' MpmcArrayQueue (`jctools`), whose threads poll
        and park in between; the Disruptor, each of whose threads takes the items whose number is its own
        modulo their number; a dispatch of a stream, whose number of threads is its own. A Tailrace stream
        (`tailrace/stream`) and a TCP connection of the same host (`tcp`), one to each thread, carry 32
        bytes for an item, as they do between processes; their room is that of a log or a socket. The others
        block, or wait at a semaphore, at the row's number of items. Each item is checked: none lost, none
        run twice.

        CPU is that of all Java threads of the process, the driver's too, in % of one core. Medians over the
        rounds; ratios are those of one round.
        """;

    private static final String RATE = """
        Items at a rate: one thread puts them on a schedule that is never set back, and spins in between; what it
        uses does not count. One thread takes them. A pick-up lasts from when an item should have been put until it
        was taken.
        """;

    private static final String RATES = "1000,25000,100000";
    private static final Limits AT_A_RATE = new Limits(1, 2_048);
    private static final TaskTables TABLES =
            new TaskTables(NAME, Kind.LINKED, "LinkedBlockingQueue", List.of(1_000, 25_000, 100_000), RATE);

    static final Chapter CHAPTER =
            Chapter.ofEachJdk("Joints between the stages of a program", NAME, EXPLANATION, TABLES::of, all -> "\n");

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(1),
            Duration.ofMinutes(9),
            USAGE,
            lab -> plan(lab.run()).measure(lab),
            CHAPTER);

    private JointsSection() {}

    private static Plan plan(Run run) {
        return new Plan(
                run,
                Kind.joints(),
                Plan.numbers(run.own(), "--task-us", "1", 0, 1_000),
                Plan.numbers(run.own(), "--threads", run.quick() ? "1,2" : "1,2,4", 1, 64),
                Plan.numbers(run.own(), "--waiting", run.quick() ? "2048" : "16,2048", 1, 4_096),
                AT_A_RATE,
                Plan.numbers(run.own(), "--rates", run.quick() ? "1000,25000" : RATES, 1, 1_000_000));
    }
}
