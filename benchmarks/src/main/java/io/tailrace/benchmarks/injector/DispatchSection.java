/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Claim;
import io.tailrace.benchmarks.report.Results;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The section {@code dispatch}: the strategies of a dispatch beside a plain poll loop, with a short handler and with
 * one that sometimes sleeps. Publisher, driver and handlers are one process: on two processors a second one would only
 * add the work to stop and resume both as one, and the publisher's thread is accounted for separately in any case.
 */
public final class DispatchSection {
    static final String NAME = "dispatch";

    /** Of the sleepy load, one handler in this many sleeps. */
    static final int SLEEP_EVERY = 100;

    /** Far fewer messages in flight than a log has room for, and far more than handlers run. */
    static final Limits LIMITS = new Limits(Kind.WORKERS, 496);

    private static final int LEAD_IN_MS = 200;

    private static final String EXPLANATION = """
        One process: a thread that publishes messages of 32 bytes as fast as its subscription takes them, the
        driver, and what is measured. The plain poll loop is one thread; a dispatch is unordered, with %d workers. A
        handler works for a microsecond, the same rounds of the same work for all, calibrated in each block; where
        it may sleep, each hundredth message does, for a millisecond, in place of that. Each message is checked:
        none lost, none handled twice. CPU and the bytes allocated are those of the threads that read and handle,
        without publisher and driver; CPU is in %% of one core. Switches are the voluntary ones of all threads.
        Medians over the rounds; ratios are those of one round.
        """.formatted(Kind.WORKERS);

    private static final String POLL = Kind.PLAIN_POLL.candidate();
    private static final String RATE = "messagesPerSecond";

    /** The work of a handler, by the names of the cells in the raw data. */
    private static final Map<String, String> LOADS = new LinkedHashMap<>();

    static {
        LOADS.put("work-1us", "1 µs of work");
        LOADS.put("work-1us-sleep-1pct", "1 µs of work, 1 % sleep 1 ms");
    }

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
        List<Kind> kinds = Kind.dispatches(lab.run().jdk());
        Plan.measure(lab, quick ? 1 : 3, quick ? 2 : 4, kinds, 1, roundsPerUs -> {
            Map<Turn, List<Kind>> turns = new LinkedHashMap<>();
            LOADS.keySet().forEach(cell -> {
                String load = (int) roundsPerUs + " " + (cell.contains("sleep") ? SLEEP_EVERY : 0);
                String command =
                        "messages " + Plan.words(LIMITS) + " " + load + " " + LEAD_IN_MS + " " + (quick ? 500 : 1_500);
                turns.put(new Turn(cell, command, RATE, "messages/s"), kinds);
            });
            return turns;
        });
    }

    private static String table(Results results) {
        Table table = Table.of("handler, dispatch|messages/s|to plain-poll|CPU, %|CPU a message, ns|publisher's CPU, %"
                + "|allocated a message, B|switches a message|rounds");
        LOADS.forEach((cell, label) -> {
            for (Kind kind : Kind.values()) {
                String name = kind.candidate();
                if (results.has(name, cell)) {
                    table.row(
                            label + ", " + name,
                            results.text("%,.0f", name, cell, RATE),
                            kind == Kind.PLAIN_POLL
                                    ? ""
                                    : results.ratios(name, POLL, cell, RATE).text(),
                            results.texts(
                                    name, cell, "%.0f cpuPercent", "%,.0f cpuNsPerMessage", "%.0f publisherPercent"),
                            results.texts(name, cell, "%.2f bytesPerMessage", "%.4f switchesPerMessage"),
                            results.rounds(name, cell));
                }
            }
        });
        return table.toString();
    }
}
