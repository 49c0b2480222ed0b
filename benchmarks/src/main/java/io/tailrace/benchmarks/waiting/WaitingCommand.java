/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.WaitPolicy;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Block;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter.Cell;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code waiting}: blocks of new processes, in which every waiter has its turn in each of its cells. */
@Command(
        name = "waiting",
        description = {
            "CPU of driver, publisher and subscriber, a process each, and delay of messages, by rate and way to wait.",
            "Takes 18 minutes, with --quick 3."
        })
public final class WaitingCommand implements Runnable {
    private static final int BLOCKS = 3;
    private static final int WARM_SLICES = 8;
    private static final int QUICK_WARM_SLICES = 3;

    @Mixin
    private Run run = new Run();

    @Option(names = "--who", split = ",", paramLabel = "LIST", description = "Only these of ${COMPLETION-CANDIDATES}.")
    private List<Waiter> waiters = List.of(Waiter.values());

    @Option(
            names = "--rates",
            split = ",",
            paramLabel = "LIST",
            description = "Messages a second; 0: at rest. Default: several for each.")
    private List<Integer> rates = List.of();

    /** @throws IllegalArgumentException if no message has such a rate */
    @Override
    public void run() {
        if (rates.stream().anyMatch(rate -> rate < 0 || rate > 1_000_000_000)) {
            throw new IllegalArgumentException("out of range: --rates " + rates + ", min=0, max=1000000000");
        }
        Map<Cell, List<Waiter>> cells = new LinkedHashMap<>();
        for (Waiter waiter : waiters) {
            List<Cell> wanted = rates.isEmpty()
                    ? waiter.cells(run.quick())
                    : rates.stream().map(Cell::at).toList();
            wanted.forEach(cell ->
                    cells.computeIfAbsent(cell, key -> new ArrayList<>()).add(waiter));
        }
        try (Lab lab = new Lab(run, "waiting", Map.of())) {
            for (int number = 1; number <= (run.quick() ? 1 : BLOCKS); number++) {
                int block = number;
                lab.say("block " + block);
                try (Block<Waiter, Trio> trios = new Block<>(lab, waiter -> warmTrio(lab, waiter))) {
                    trios.measure(
                            1, cells, (round, cell, trio) -> trio.measure(block, round, cell, cell.slice(run.quick())));
                }
            }
            lab.report();
        }
    }

    private Trio warmTrio(Lab lab, Waiter waiter) {
        Trio trio = new Trio(lab, waiter);
        trio.warmUp(run.quick() ? QUICK_WARM_SLICES : WARM_SLICES);
        return trio;
    }

    /** The parties that wait for messages, and how they wait. */
    enum Waiter {
        SPIN,
        BALANCED,
        ECONOMY,
        /** Aeron as shipped: a driver of three threads, and an idle strategy that backs off. */
        AERON_DEFAULTS,
        /** Publisher and subscriber spin; the subscriber's thread runs the driver, as there may be no third core. */
        AERON_SPINNING,
        DISPATCH,
        /** A cooperative worker that messages wake. */
        COOPERATIVE;

        private static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000);
        private static final List<Integer> QUICK_RATES = List.of(1_000, 10_000, 100_000);
        /** A message after enough silence for a subscriber to fall asleep. */
        private static final Cell EVERY_2_MS = Cell.at(500);

        /** {@return its usual cells} */
        List<Cell> cells(boolean quick) {
            return switch (this) {
                case DISPATCH, COOPERATIVE -> List.of(Cell.REST, Cell.at(1_000));
                default ->
                    Stream.of(
                                    Stream.of(Cell.REST),
                                    (quick ? QUICK_RATES : RATES).stream().map(Cell::at),
                                    Stream.of(EVERY_2_MS, Cell.EVERY_2_S))
                            .flatMap(cells -> cells)
                            .toList();
            };
        }

        boolean isAeron() {
            return library().isAeron();
        }

        /** {@return the library of its messages} */
        Candidate library() {
            return Candidate.named(
                    switch (this) {
                        case AERON_DEFAULTS -> "aeron/exclusive/shipped-dedicated";
                        case AERON_SPINNING -> "aeron/exclusive/64m-subscriber";
                        default -> "tailrace/exclusive/default";
                    });
        }

        WaitPolicy policy() {
            return switch (this) {
                case SPIN -> WaitPolicy.SPIN;
                case ECONOMY -> WaitPolicy.ECONOMY;
                default -> WaitPolicy.BALANCED;
            };
        }

        /** {@return the name in the raw data, such as {@code tailrace/spin}} */
        @Override
        public String toString() {
            String text = name().toLowerCase(Locale.ROOT).replace('_', '-');
            return isAeron() ? text.replaceFirst("-", "/") : "tailrace/" + text;
        }

        /**
         * The rate of messages.
         *
         * @param periodNs from one message to the next; 0 if there is none
         */
        record Cell(long periodNs) {
            /** No message. */
            static final Cell REST = new Cell(0);
            /** Before each message there is enough silence for everything to sleep deeply. */
            static final Cell EVERY_2_S = new Cell(TimeUnit.SECONDS.toNanos(2));

            /** {@return so many messages a second; 0: none} */
            static Cell at(int rate) {
                return rate == 0 ? REST : new Cell(TimeUnit.SECONDS.toNanos(1) / rate);
            }

            boolean hasMessages() {
                return periodNs > 0;
            }

            /** {@return the time to measure} Rare messages are measured for longer. */
            Schedule slice(boolean quick) {
                if (!hasMessages()) {
                    return quick ? Schedule.ofMs(2_000, 2_000) : Schedule.ofMs(5_000, 10_000);
                }
                if (equals(EVERY_2_S)) {
                    return Schedule.ofMs(2_000, quick ? 4_000 : 20_000);
                }
                return Schedule.ofMs(300, quick ? 1_000 : 3_000);
            }

            /** {@return such as {@code at-1000}, {@code every-2s} or {@code at-0}} */
            @Override
            public String toString() {
                return equals(EVERY_2_S) ? "every-2s" : "at-" + (hasMessages() ? Math.round(1e9 / periodNs) : 0);
            }
        }
    }
}
