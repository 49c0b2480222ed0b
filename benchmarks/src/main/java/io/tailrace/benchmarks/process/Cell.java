/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import java.util.Locale;

/**
 * What is measured.
 *
 * @param payload of a message in bytes
 * @param rate messages a second, where a schedule sets it; else 0
 */
public record Cell(Kind kind, int payload, int rate) {
    private static final int MAX_LENGTH = 4096;
    private static final int NS_PER_SECOND = 1_000_000_000;

    /** What left and right do. */
    public enum Kind {
        /** Right sends each message back; left measures how long that takes. */
        ROUNDTRIP,
        /** Left sends on schedule; right measures how late each message is. */
        ONEWAY,
        /** Right sends its time back; left finds out how far the clocks of the two lie apart. */
        CLOCK
    }

    public Cell {
        if (payload < Long.BYTES || payload > MAX_LENGTH || (rate != 0 && NS_PER_SECOND % rate != 0)) {
            throw new IllegalArgumentException("not a cell: kind=" + kind + ", payload=" + payload + ", min=8, rate="
                    + rate + ", expected=a divisor of 1,000,000,000");
        }
    }

    static Cell roundTrip(int payload) {
        return new Cell(Kind.ROUNDTRIP, payload, 0);
    }

    public static Cell oneWay(int payload, int rate) {
        return new Cell(Kind.ONEWAY, payload, rate);
    }

    static Cell clock() {
        return new Cell(Kind.CLOCK, Long.BYTES, 0);
    }

    boolean isOneWay() {
        return kind == Kind.ONEWAY;
    }

    /** {@return from one message to the next, where a schedule sets it; else 0} */
    long periodNs() {
        return rate == 0 ? 0 : NS_PER_SECOND / rate;
    }

    /** Reads what {@link #toString} writes. */
    static Cell parse(String text) {
        String[] parts = text.split("-", -1);
        int rate = parts.length > 3 ? Integer.parseInt(parts[3]) : 0;
        return new Cell(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), Integer.parseInt(parts[1]), rate);
    }

    /** {@return such as {@code roundtrip-32} or {@code oneway-32-at-1000000}} */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + payload + (isOneWay() ? "-at-" + rate : "");
    }
}
