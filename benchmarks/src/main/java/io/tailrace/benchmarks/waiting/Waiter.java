/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.WaitPolicy;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.peer.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Product;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The parties that wait for messages, and how they wait. */
enum Waiter {
    SPIN,
    BALANCED,
    ECONOMY,
    /** Aeron as shipped: a driver of three threads, and an idle strategy that backs off. */
    AERON_DEFAULTS,
    /** Publisher and subscriber spin; the subscriber's thread runs the driver, because a third core may be missing. */
    AERON_SPINNING,
    TWO_SUBSCRIBERS,
    SUBSCRIBERS_64,
    /** A wait set of this many streams. */
    STREAMS_1000,
    DISPATCH,
    COOPERATIVE,
    /** As before, in the section {@code cooperative}. */
    WOKEN,
    /**
     * A cooperative worker whose tasklet names no source: it has only its timer, of at least this many microseconds.
     */
    IDLE_25,
    IDLE_1000;

    private static final List<Integer> RATES = List.of(1_000, 10_000, 50_000, 100_000, 250_000, 500_000, 1_000_000);
    private static final List<Integer> QUICK_RATES = List.of(1_000, 10_000, 100_000);

    /** One thread that waits for one stream: compared at all rates. */
    static final List<Waiter> SINGLE = List.of(SPIN, BALANCED, ECONOMY, AERON_DEFAULTS, AERON_SPINNING);

    /** All others, each with its own cells. */
    static final List<Waiter> OTHERS = List.of(TWO_SUBSCRIBERS, SUBSCRIBERS_64, STREAMS_1000, DISPATCH, COOPERATIVE);

    /** Cooperative workers, in their own section. */
    static final List<Waiter> WORKERS = List.of(WOKEN, IDLE_25, IDLE_1000);

    /** A message after enough silence for a subscriber to fall asleep. */
    static final Cell EVERY_2_MS = Cell.at(500);

    static final Cell EVERY_50_MS = Cell.at(20);

    /** The rate of the demo. */
    static final Cell DEMO = Cell.at(100_000);

    /** All cells of the others. */
    static final List<Cell> CELLS_OF_OTHERS = OTHERS.stream()
            .flatMap(waiter -> waiter.cells(false).stream())
            .distinct()
            .toList();

    /** {@return all rates of the comparison} */
    static List<Cell> rates(boolean quick) {
        return Stream.concat(
                        Stream.of(Cell.REST),
                        (quick ? QUICK_RATES : RATES).stream().map(Cell::at))
                .toList();
    }

    /** {@return its cells} */
    List<Cell> cells(boolean quick) {
        return switch (this) {
            case TWO_SUBSCRIBERS -> List.of(DEMO);
            case SUBSCRIBERS_64, STREAMS_1000 -> List.of(Cell.REST, EVERY_50_MS);
            case DISPATCH, COOPERATIVE -> List.of(Cell.REST, Cell.at(1_000));
            default ->
                Stream.concat(rates(quick).stream(), Stream.of(EVERY_2_MS, Cell.EVERY_2_S))
                        .toList();
        };
    }

    /** {@return the rate that compiles its code} */
    Cell warmUp() {
        return this == SUBSCRIBERS_64 || this == STREAMS_1000 ? Cell.at(1_000) : Cell.at(50_000);
    }

    boolean isAeron() {
        return library().isAeron();
    }

    /** {@return the library of its messages} */
    Candidate library() {
        return switch (this) {
            case AERON_DEFAULTS -> exclusive(Product.AERON, AeronVariant.SHIPPED.name() + "-dedicated");
            case AERON_SPINNING -> exclusive(Product.AERON, "64m-subscriber");
            case STREAMS_1000 -> exclusive(Product.TAILRACE, "64k");
            default -> exclusive(Product.TAILRACE, Candidate.DEFAULT);
        };
    }

    private static Candidate exclusive(Product product, String variant) {
        return Candidate.of(product, Candidate.EXCLUSIVE, variant);
    }

    WaitPolicy policy() {
        return switch (this) {
            case SPIN -> WaitPolicy.SPIN;
            case ECONOMY -> WaitPolicy.ECONOMY;
            default -> WaitPolicy.BALANCED;
        };
    }

    int streams() {
        return this == STREAMS_1000 ? 1_000 : 1;
    }

    /** {@return the minimum idle time of a cooperative worker, in microseconds; 0 if messages wake it} */
    int minIdleUs() {
        return this == IDLE_25 ? 25 : this == IDLE_1000 ? 1_000 : 0;
    }

    /** {@return the number of subscribers that get each message} */
    int subscribers() {
        return switch (this) {
            case TWO_SUBSCRIBERS -> 2;
            case SUBSCRIBERS_64 -> 64;
            default -> 1;
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

        static Cell at(int rate) {
            return new Cell(TimeUnit.SECONDS.toNanos(1) / rate);
        }

        boolean hasMessages() {
            return periodNs > 0;
        }

        /** {@return messages a second} */
        double rate() {
            return hasMessages() ? 1e9 / periodNs : 0;
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

        /** {@return the name in tables} */
        String label() {
            return equals(EVERY_2_S) ? "one every 2 s" : String.format("%,d/s", Math.round(rate()));
        }

        /** {@return such as {@code at-1000}, {@code every-2s} or {@code at-0}} */
        @Override
        public String toString() {
            return equals(EVERY_2_S) ? "every-2s" : "at-" + Math.round(rate());
        }
    }
}
