/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.pair.Cell.Kind;
import io.tailrace.benchmarks.pair.Shape;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The publishers, subscribers and streams of a measurement, and how they wait. Every publisher publishes to every
 * stream, every subscriber subscribes to every stream, and each of them has one thread.
 *
 * @param part of the section, the first part of its name: {@code grid}, {@code streams}
 */
record Cell(Part part, int publishers, int subscribers, int streams, Waits waits) {
    /** The varied quantity. */
    enum Part {
        GRID,
        STREAMS,
        PUBLISHERS,
        SUBSCRIBERS
    }

    /** Bytes of a message: its number and the time when it was sent. */
    static final int PAYLOAD = 32;

    private static final int CORES = Runtime.getRuntime().availableProcessors();
    private static final Pattern NAME = Pattern.compile("([a-z]+)-([0-9]+)(?:x([0-9]+))?-([a-z]+)");

    static Cell grid(int publishers, int subscribers, Waits waits) {
        return new Cell(Part.GRID, publishers, subscribers, 1, waits);
    }

    /** One publisher, one subscriber. */
    static Cell streams(int streams) {
        return new Cell(Part.STREAMS, 1, 1, streams, Waits.SPIN);
    }

    /** One subscriber. They always park, so the curve has one way to wait. */
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

    /** {@return the varied quantity as a number; the grid has none} */
    int varied() {
        return switch (part) {
            case STREAMS -> streams;
            case PUBLISHERS -> publishers;
            case SUBSCRIBERS -> subscribers;
            case GRID -> throw new IllegalStateException("two things are varied: cell=" + this);
        };
    }

    /** Parses the text of {@link #toString}. */
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

    /** {@return the ends and streams} */
    Shape shape() {
        return Shape.crew(publishers, subscribers, streams, waits);
    }

    /** {@return their task} */
    io.tailrace.benchmarks.pair.Cell work() {
        return new io.tailrace.benchmarks.pair.Cell(Kind.THROUGHPUT, PAYLOAD, 1, 0, toString());
    }
}
