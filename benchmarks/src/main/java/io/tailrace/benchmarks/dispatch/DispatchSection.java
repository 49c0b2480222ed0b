/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.dispatch.Candidate.HandlerThreads;
import io.tailrace.benchmarks.dispatch.DispatchUnderLoad.Handler.Load;
import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Results;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The section {@code dispatch}: blocks of rounds, each block with a fresh JVM for each candidate. */
public final class DispatchSection {
    static final String NAME = "dispatch";

    private static final int LEAD_IN_MS = 200;

    private static final String EXPLANATION = """
        One process: a thread that publishes messages of 32 bytes as fast as its subscription takes them, the
        driver, and what is measured. The plain poll loop is one thread; a dispatch is unordered, with %d workers. A
        handler works for a microsecond, the same rounds of the same work for all, calibrated in each block; where
        it may sleep, each hundredth message does, for a millisecond, in place of that. Each message is checked:
        none lost, none handled twice. CPU and the bytes allocated are those of the threads that read and handle,
        without publisher and driver; CPU is in %% of one core. Switches are the voluntary ones of all threads.
        Medians over the rounds; ratios are those of one round.
        """.formatted(HandlerThreads.WORKERS);

    private static final String POLL = Candidate.PLAIN_POLL.candidate();
    private static final String RATE = "messagesPerSecond";

    static final Chapter CHAPTER = Chapter.ofEachJdk(
            "Dispatch: handlers on several threads",
            NAME,
            EXPLANATION,
            jdk -> Claim.table(jdk.all(), jdk.feature(), NAME) + '\n' + table(jdk.results()),
            all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofSeconds(40), Duration.ofMinutes(6), DispatchSection::measure, CHAPTER);

    private DispatchSection() {}

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        List<Candidate> candidates = Candidate.on(lab.run().jdk());
        Block.ofForks(lab, quick ? 1 : 3, quick ? 2 : 4, candidates, candidate -> fork(lab, candidate), forks -> {
            int roundsOfWork = (int) Work.roundsPerUs(forks);
            forks.forEach(fork -> fork.ask("warm " + roundsOfWork));
            String rest = " " + roundsOfWork + " " + LEAD_IN_MS + " " + (quick ? 500 : 1_500);
            Map<Turn, List<Candidate>> turns = new LinkedHashMap<>();
            Load.ALL.forEach(load -> turns.put(
                    new Turn(load.cell(), "run " + load.sleepEvery() + rest, RATE, "messages/s"), candidates));
            return turns;
        });
    }

    private static Fork fork(Lab lab, Candidate candidate) {
        String files = lab.newDirectory().toString();
        return lab.fork(candidate.candidate(), List.of(), DispatchUnderLoad.class, candidate.name(), files);
    }

    private static String table(Results results) {
        Table table = Table.of("handler, dispatch|messages/s|to plain-poll|CPU, %|CPU a message, ns|publisher's CPU, %"
                + "|allocated a message, B|switches a message|rounds");
        for (Load load : Load.ALL) {
            for (Candidate candidate : Candidate.values()) {
                if (results.has(candidate.candidate(), load.cell())) {
                    row(table, results, candidate, load);
                }
            }
        }
        return table.toString();
    }

    private static void row(Table table, Results results, Candidate candidate, Load load) {
        String name = candidate.candidate();
        String cell = load.cell();
        table.row(
                load.label() + ", " + name,
                results.text("%,.0f", name, cell, RATE),
                candidate == Candidate.PLAIN_POLL
                        ? ""
                        : results.ratios(name, POLL, cell, RATE).text(),
                results.texts(name, cell, "%.0f cpuPercent", "%,.0f cpuNsPerMessage", "%.0f publisherPercent"),
                results.texts(name, cell, "%.2f bytesPerMessage", "%.4f switchesPerMessage"),
                results.rounds(name, cell));
    }
}
