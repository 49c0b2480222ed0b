/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The section {@code cooperative}: each minimum idle time has its turn at each rate, in a JVM of its own in each block.
 */
public final class CooperativeSection {
    static final String NAME = "cooperative";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofSeconds(40),
            Duration.ofMinutes(4),
            CooperativeSection::measure,
            CooperativeChapter.CHAPTER);

    /** In place of an idle time: messages wake the worker. */
    static final int WOKEN = 0;

    /** Of the worker after the first round without progress, in microseconds. */
    static final List<Integer> MIN_IDLES_US = List.of(WOKEN, 25, 1_000);

    /** Messages a second. */
    static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 250_000, 500_000, 1_000_000);

    private static final int LEAD_IN_MS = 300;

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
}
