/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** The section {@code bridge}. */
public final class BridgeSection {
    static final String NAME = "bridge";

    private static final int PORT = 7_420;
    private static final long START_IN_NS = 300_000_000;
    private static final long PERIOD_NS = 100_000;
    private static final List<String> CANDIDATES = List.of("aeron-shared", "aeron-invoker", "bridge");
    private static final List<String> CELLS = List.of("rate-32", "rate-1024", "latency-10000", "join-10000", "idle");
    private static final String USAGE = """
          --cells LIST       only these of %s
          --candidates LIST  only these of %s
        """.formatted(CELLS, CANDIDATES);

    static final Chapter CHAPTER =
            Chapter.ofEachJdk("From host to host", NAME, "", jdk -> table(jdk.results()), all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofMinutes(2), Duration.ofMinutes(9), USAGE, BridgeSection::measure, CHAPTER);

    private BridgeSection() {}

    private static void measure(Lab lab) {
        List<String> cells = lab.run().own().list("--cells", String.join(",", CELLS));
        List<String> candidates = lab.run().own().list("--candidates", String.join(",", CANDIDATES));
        int rounds = lab.run().quick() ? 1 : 6;
        for (int round = 1; round <= rounds; round++) {
            for (String candidate : lab.shuffled(candidates)) {
                lab.say("round " + round + " of " + rounds + ", " + candidate);
                try (Wire wire = new Wire();
                        Hosts hosts = new Hosts(lab, wire, candidate)) {
                    for (String cell : cells) {
                        hosts.measure(round, cell);
                    }
                }
            }
        }
    }

    /** The processes of both hosts, new in each round. None is stopped, because Aeron would take that for death. */
    private static final class Hosts implements AutoCloseable {
        private final Lab lab;
        private final String candidate;
        private final boolean hasNamespaces;
        private final Path directory;
        private final Fork right;
        private final Fork left;

        Hosts(Lab lab, Wire wire, String candidate) {
            this.lab = lab;
            this.candidate = candidate;
            hasNamespaces = wire.isReal();
            directory = SharedMemory.newDirectory(NAME);
            right = start(wire, "right");
            left = start(wire, "left");
        }

        private Fork start(Wire wire, String host) {
            Fork fork = lab.forkBehind(
                    wire.on(host),
                    candidate + " " + host,
                    List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"),
                    BridgeEnd.class,
                    candidate,
                    host,
                    directory.resolve(host).toString(),
                    wire.address() + ":" + PORT);
            fork.resume();
            return fork;
        }

        void measure(int round, String cell) {
            lab.measure(1, round, candidate, cell, () -> left.cpuSeconds() + right.cpuSeconds(), () -> figure(cell));
        }

        private Figure figure(String cell) {
            boolean isQuick = lab.run().quick();
            Map<String, Object> details = new TreeMap<>(Map.of("namespaces", hasNamespaces));
            if (cell.startsWith("rate-")) {
                details.putAll(
                        carry(cell.substring("rate-".length()), Schedule.ofMs(2_000, isQuick ? 1_000 : 3_000), 0));
                return new Figure(Lab.number(details, "rate"), "messages/s", details);
            } else if (cell.startsWith("latency-")) {
                details.putAll(carry("32", Schedule.ofMs(2_000, isQuick ? 2_000 : 5_000), PERIOD_NS));
                return new Figure(Lab.number(details, "p50"), "ns", details);
            } else if (cell.startsWith("join-")) {
                Schedule schedule = Schedule.ofMs(500, 5_000).startingAt(System.nanoTime() + START_IN_NS, PERIOD_NS);
                details.putAll(ask(right, "join 32 " + schedule, left, "send 32 " + schedule));
                return new Figure(Lab.number(details, "us"), "µs", details);
            }
            details.putAll(idle(Schedule.ofMs(2_000, isQuick ? 3_000 : 10_000)));
            return new Figure(Lab.number(details, "percent"), "% of a core", details);
        }

        private Map<String, Object> carry(String length, Schedule duration, long periodNs) {
            Schedule schedule = duration.startingAt(System.nanoTime() + START_IN_NS, periodNs);
            String rest = length + " " + schedule;
            Map<String, Object> figures = ask(right, "receive " + rest, left, "send " + rest);
            if (Lab.number(figures, "sent") != Lab.number(figures, "received")) {
                throw new IllegalStateException("lost or repeated: " + figures);
            }
            return figures;
        }

        private static Map<String, Object> ask(Fork first, String toFirst, Fork second, String toSecond) {
            first.tell(toFirst);
            second.tell(toSecond);
            Map<String, Object> figures = new TreeMap<>(first.readAnswer());
            figures.putAll(second.readAnswer());
            return figures;
        }

        private Map<String, Object> idle(Schedule duration) {
            Schedule schedule = duration.startingAt(System.nanoTime(), PERIOD_NS);
            left.tell("rest 32 " + schedule);
            right.tell("rest 32 " + schedule);
            Waiting.sleep((schedule.measureFromNs() - schedule.startNs()) / 1_000_000);
            LongSupplier leftNs = ProcStat.cpuNsFromNow(left.pid());
            LongSupplier rightNs = ProcStat.cpuNsFromNow(right.pid());
            long startNs = System.nanoTime();
            Waiting.sleep((schedule.measureNs() - START_IN_NS) / 1_000_000);
            double percentPerNs = 100.0 / (System.nanoTime() - startNs);
            double ofLeft = leftNs.getAsLong() * percentPerNs;
            double ofRight = rightNs.getAsLong() * percentPerNs;
            left.readAnswer();
            right.readAnswer();
            return Map.of("left", ofLeft, "right", ofRight, "percent", ofLeft + ofRight);
        }

        @Override
        public void close() {
            left.close();
            right.close();
            SharedMemory.delete(directory);
        }
    }

    private static String table(Results results) {
        Table table = Table.of("|figure|unit|ratio|rounds|99 %");
        for (String cell : CELLS) {
            CANDIDATES.stream()
                    .filter(candidate -> results.has(candidate, cell))
                    .forEach(candidate -> table.row(
                            cell + ", " + candidate,
                            results.text("%,.1f", candidate, cell, Measurement.VALUE),
                            results.of(candidate, cell).get(0).unit(),
                            results.ratios(candidate, CANDIDATES.get(0), cell, Measurement.VALUE)
                                    .text(),
                            results.rounds(candidate, cell),
                            cell.startsWith("latency") ? results.text("%,.0f", candidate, cell, "p99") : ""));
        }
        return table.toString();
    }
}
