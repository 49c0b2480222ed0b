/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.benchmarks.dispatch.Handler.Load;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Goal;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.Results;
import io.tailrace.benchmarks.report.Table;
import java.util.List;

/** The strategies beside the plain poll loop. */
final class DispatchChapter implements Chapter {
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

    private static final List<Claim> GOALS = List.of(
            goal(Candidate.EPC_INJECTOR, Load.SHORT, Goal.atLeast(0.9)),
            goal(Candidate.EPC_INJECTOR, Load.SLEEPY, Goal.atLeast(5)));

    private static Claim goal(Candidate ours, Load load, Goal goal) {
        return new Claim(
                load.label() + ", " + ours.candidate() + " to " + POLL,
                DispatchSection.NAME,
                load.cell(),
                ours.candidate(),
                POLL,
                RATE,
                goal);
    }

    @Override
    public String title() {
        return "Dispatch: handlers on several threads";
    }

    @Override
    public String toMarkdown(List<Measurement> all, Plots plots) {
        return Chapter.ofEachJdk(
                EXPLANATION,
                Results.byJdk(all, DispatchSection.NAME),
                (jdk, results) -> Claim.table(all, jdk, GOALS) + '\n' + table(results),
                "\n");
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
                results.text("%.0f", name, cell, "cpuPercent"),
                results.text("%,.0f", name, cell, "cpuNsPerMessage"),
                results.text("%.0f", name, cell, "publisherPercent"),
                results.text("%.2f", name, cell, "bytesPerMessage"),
                results.text("%.4f", name, cell, "switchesPerMessage"),
                Integer.toString(results.rounds(name, cell)));
    }
}
