/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * Who is there, and how they wait. Every publisher publishes to every stream, every subscriber subscribes to every
 * stream, and each of them has one thread.
 *
 * @param part of the section, which begins its name: {@code grid}, {@code streams}
 */
record Cell(Part part, int publishers, int subscribers, int streams, Waits waits) {
    /** What is varied. */
    enum Part {
        GRID,
        STREAMS,
        PUBLISHERS,
        SUBSCRIBERS
    }

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Pattern NAME = Pattern.compile("([a-z]+)-([0-9]+)(?:x([0-9]+))?-([a-z]+)");

    static Cell grid(int publishers, int subscribers, Waits waits) {
        return new Cell(Part.GRID, publishers, subscribers, 1, waits);
    }

    /** One publisher, one subscriber. */
    static Cell streams(int streams) {
        return new Cell(Part.STREAMS, 1, 1, streams, Waits.SPIN);
    }

    /** One subscriber. They park from one publisher on, so that the curve has one kind of wait. */
    static Cell publishers(int publishers) {
        return new Cell(Part.PUBLISHERS, publishers, 1, 1, Waits.PARK);
    }

    /** One publisher. */
    static Cell subscribers(int subscribers) {
        return new Cell(Part.SUBSCRIBERS, 1, subscribers, 1, Waits.PARK);
    }

    int threads() {
        return publishers + subscribers;
    }

    boolean hasMoreThreadsThanCores() {
        return threads() > CORES;
    }

    /** {@return what is varied, as a number; of the grid there is none} */
    int varied() {
        return switch (part) {
            case STREAMS -> streams;
            case PUBLISHERS -> publishers;
            case SUBSCRIBERS -> subscribers;
            case GRID -> throw new IllegalStateException("two things are varied: cell=" + this);
        };
    }

    /** Reads what {@link #toString} writes. */
    static Cell parse(String name) {
        Matcher matcher = NAME.matcher(name);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a cell: name=" + name + ", expected=part-number-waits");
        }
        int number = Integer.parseInt(matcher.group(2));
        Waits waits = Waits.valueOf(matcher.group(4).toUpperCase(Locale.ROOT));
        return switch (Part.valueOf(matcher.group(1).toUpperCase(Locale.ROOT))) {
            case GRID -> grid(number, Integer.parseInt(matcher.group(3)), waits);
            case STREAMS -> new Cell(Part.STREAMS, 1, 1, number, waits);
            case PUBLISHERS -> new Cell(Part.PUBLISHERS, number, 1, 1, waits);
            case SUBSCRIBERS -> new Cell(Part.SUBSCRIBERS, 1, number, 1, waits);
        };
    }

    @Override
    public String toString() {
        String size = part == Part.GRID ? publishers + "x" + subscribers : Integer.toString(varied());
        return (part + "-" + size + "-" + waits).toLowerCase(Locale.ROOT);
    }

    /** What a publisher does that was refused, and a subscriber that found nothing: the same for every candidate. */
    enum Waits {
        /** It looks again and again. Only where every thread has a core. */
        SPIN(Long.MAX_VALUE, 0),
        /** 100 spins, then it yields. */
        YIELD(100, Long.MAX_VALUE),
        /** 100 spins, 10 yields, then it sleeps for 50 us, and as long as the system adds to that. */
        PARK(100, 10);

        private static final long PARK_NS = 50_000;

        private final long spins;
        private final long yields;

        Waits(long spins, long yields) {
            this.spins = spins;
            this.yields = yields;
        }

        /**
         * {@return a new one, for one thread} One class for all, so that no candidate's calls have more targets than
         * others'.
         */
        IdleStrategy newIdle() {
            return new BackoffIdleStrategy(spins, yields, PARK_NS, PARK_NS);
        }
    }
}
