/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Pair;
import io.tailrace.benchmarks.pair.Shape;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.report.Measurement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The section {@code classic}: every cell of the table in a JVM of its own, in random order, round by round. */
public final class ClassicSection {
    static final String NAME = "classic";

    public static final Section SECTION = new Section(
            NAME,
            Duration.ofMinutes(3),
            Duration.ofMinutes(15),
            lab -> new ClassicSection(lab).measure(),
            ClassicChapter.CHAPTER);

    static final String NOTHING = "nothing";
    static final String OVERHEAD = "timing-overhead";
    private static final int OVERHEAD_SAMPLES = 1_000_000;

    /** The same for all. The heap is several times what a linked queue fills while it is measured. */
    private static final List<String> FLAGS = List.of(
            "-Xms512m",
            "-Xmx512m",
            "-XX:+AlwaysPreTouch",
            "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED"); // for Agrona's queues, which carry all answers

    private static final int FIRST_JDK_WITH_WARNINGS = 23;
    private static final Schedule PILOT_SLICE = Schedule.ofMs(0, 500);
    private static final Schedule SLICE = Schedule.ofMs(0, 1_250);

    private final Lab lab;
    private final Effort effort;
    private final Map<Contest, String> winners = new HashMap<>();

    private ClassicSection(Lab lab) {
        this.lab = lab;
        this.effort = lab.run().quick() ? Effort.QUICK : Effort.FULL;
    }

    private void measure() {
        lab.say("a pilot chooses among " + effort.matrix().size() + " variants of Aeron");
        List<Cell> cells = cells();
        for (int round = 1; round <= Effort.ROUNDS; round++) {
            lab.say("round " + round + " of " + Effort.ROUNDS + ", " + cells.size() + " cells");
            measureOverhead(round);
            for (Cell cell : lab.shuffled(cells)) {
                measure(1, round, cell);
            }
        }
    }

    /** Measures the cost of taking a sample. */
    private void measureOverhead(int round) {
        lab.measure(1, round, NOTHING, OVERHEAD, ProcStat::cpuSecondsWithChildren, () -> {
            Histogram samples = Figures.newHistogram();
            for (int i = 0; i < OVERHEAD_SAMPLES; i++) {
                long startNs = System.nanoTime();
                Figures.record(samples, System.nanoTime() - startNs);
            }
            return new Lab.Figure(samples.getMean(), "ns", Figures.of(samples));
        });
    }

    /** Measures a cell in its own JVM. Block 0 is a pilot. */
    private Measurement measure(int block, int round, Cell cell) {
        List<String> flags = new ArrayList<>(FLAGS);
        if (lab.run().jdk() >= FIRST_JDK_WITH_WARNINGS) {
            flags.add("--sun-misc-unsafe-memory-access=allow"); // JCTools
        }
        if (cell.row() == Row.AGRONA_RING) {
            flags.add("-Dagrona.disable.bounds.checks=true");
        }
        Shape shape = Shape.answeredByQueues(cell.producers(), flags);
        try (Pair pair = new Pair(lab, cell.candidate(), new Candidate(cell.candidate()), shape)) {
            boolean isPilot = block == Measurement.PILOT;
            pair.warmUp(List.of(cell.work()), isPilot ? 500 : 750);
            Map<String, Object> details = Map.of("row", cell.row().name(), "wait", waits(shape.waits()));
            return pair.measure(block, round, cell.work(), isPilot ? PILOT_SLICE : SLICE, details);
        }
    }

    /** {@return the name of a way to wait in raw data} */
    static String waits(Waits waits) {
        return waits.name().toLowerCase(Locale.ROOT);
    }

    private List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (int burst : Effort.BURSTS) {
            for (int producers : effort.producers()) {
                effort.rows().stream()
                        .filter(row -> row.takes(producers))
                        .map(row -> cell(row, producers, burst))
                        .forEach(cells::add);
            }
        }
        return cells;
    }

    /** One figure of the table. */
    record Cell(Row row, String candidate, int producers, int burst) {
        /** {@return the part that all rows have in common} */
        static String name(int producers, int burst) {
            return "burst-" + burst + "-producers-" + producers;
        }

        /** {@return the cell of its producers and consumer} */
        io.tailrace.benchmarks.pair.Cell work() {
            return new io.tailrace.benchmarks.pair.Cell(
                    Kind.BURST, Long.BYTES, burst, 0, "mean", name(producers, burst));
        }
    }

    private Cell cell(Row row, int producers, int burst) {
        String candidate = row.isChosen() ? best(row, producers, burst) : row.candidate();
        return new Cell(row, candidate, producers, burst);
    }

    /** {@return Aeron's best candidate for a row without a fixed one} Measures it on the first call. */
    private String best(Row row, int producers, int burst) {
        Contest contest = new Contest(row.isExclusive(), producers == 1, burst);
        return winners.computeIfAbsent(contest, c -> decide(row, c));
    }

    /**
     * Finds Aeron's best candidate for a column: first the best variant by offer, then whether tryClaim is better for
     * it. The best for the most producers also counts for two.
     */
    private String decide(Row row, Contest contest) {
        int producers = contest.alone() ? 1 : Collections.max(effort.producers());
        List<String> all = effort.matrix().stream()
                .map(variant ->
                        Candidate.of(Product.AERON, row.kind(), variant.name()).name())
                .toList();
        String byOffer = best(1, row, producers, contest.burst(), all);
        return best(2, row, producers, contest.burst(), List.of(byOffer, byOffer + "-claim"));
    }

    private String best(int round, Row row, int producers, int burst, List<String> candidates) {
        Map<String, Double> means = new HashMap<>();
        for (String candidate : lab.shuffled(candidates)) {
            Cell cell = new Cell(row, candidate, producers, burst);
            means.put(candidate, measure(Measurement.PILOT, round, cell).value());
        }
        return Collections.min(means.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** The candidates that a pilot chooses from. */
    private record Contest(boolean exclusive, boolean alone, int burst) {}

    /** The rows and columns that a run measures. */
    record Effort(List<Row> rows, List<Integer> producers, List<AeronVariant> matrix) {
        static final List<Integer> BURSTS = List.of(1, 100);

        /** In each of them every cell has its own JVM. */
        static final int ROUNDS = 3;

        static final Effort FULL = new Effort(List.of(Row.values()), List.of(1, 2, 3), AeronVariant.MATRIX);
        static final Effort QUICK = new Effort(Row.LEADING, List.of(1), AeronVariant.SHORT_MATRIX);
    }

    /** The rows of the table, in the talk's order, then the rows that the talk did not have. */
    enum Row {
        WAIT_FREE("Baseline (wait-free)", "wait-free", 1),
        ARRAY_BLOCKING("ArrayBlockingQueue", "array-blocking", 3),
        LINKED_BLOCKING("LinkedBlockingQueue", "linked-blocking", 3),
        CONCURRENT_LINKED("ConcurrentLinkedQueue", "concurrent-linked", 3),
        DISRUPTOR_SINGLE("Disruptor 4.0, single producer", "disruptor-single", 1),
        DISRUPTOR_MULTI("Disruptor 4.0, multi producer", "disruptor-multi", 3),
        AGRONA_QUEUE("Agrona ManyToOneConcurrentArrayQueue", "agrona-many-to-one-queue", 3),
        JCTOOLS_QUEUE("JCTools MpscArrayQueue", "jctools-mpsc", 3),
        AGRONA_RING("Agrona ManyToOneRingBuffer, mapped file", "agrona-many-to-one-ring", 3),
        AERON_SHIPPED("Aeron IPC, as shipped", "aeron/concurrent/shipped", 3),
        AERON_BEST("Aeron IPC, best", "", 3),
        AERON_EXCLUSIVE_SHIPPED("Aeron IPC exclusive, as shipped", "aeron/exclusive/shipped", 1),
        AERON_EXCLUSIVE_BEST("Aeron IPC exclusive, best", "", 1),
        TAILRACE_CONCURRENT("Tailrace concurrent", "tailrace/concurrent/default", 3),
        TAILRACE_EXCLUSIVE("Tailrace exclusive", "tailrace/exclusive/default", 1),
        TAILRACE_BATCH("Tailrace concurrent, batches of 16", "tailrace/concurrent/default/batch", 3);

        /** A quick run measures these. */
        static final List<Row> LEADING =
                List.of(WAIT_FREE, AERON_BEST, AERON_EXCLUSIVE_BEST, TAILRACE_CONCURRENT, TAILRACE_EXCLUSIVE);

        private final String label;
        private final String candidate;
        private final int maxProducers;

        Row(String label, String candidate, int maxProducers) {
            this.label = label;
            this.candidate = candidate;
            this.maxProducers = maxProducers;
        }

        String label() {
            return label;
        }

        boolean takes(int producers) {
            return producers <= maxProducers;
        }

        boolean isExclusive() {
            return this == AERON_EXCLUSIVE_SHIPPED || this == AERON_EXCLUSIVE_BEST || this == TAILRACE_EXCLUSIVE;
        }

        String kind() {
            return isExclusive() ? Candidate.EXCLUSIVE : Candidate.CONCURRENT;
        }

        /** {@return the row of Aeron's best for the comparison} */
        Row rival() {
            return isExclusive() ? AERON_EXCLUSIVE_BEST : AERON_BEST;
        }

        /** {@return whether a pilot has to choose its candidate} */
        boolean isChosen() {
            return candidate.isEmpty();
        }

        /** {@return the name of its candidate, if that is fixed} */
        String candidate() {
            return candidate;
        }
    }
}
