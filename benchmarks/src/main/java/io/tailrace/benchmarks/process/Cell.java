/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.peer.Library.Sender;
import java.util.Locale;

/**
 * What is measured.
 *
 * @param payload of a message in bytes
 * @param rate messages a second, where a schedule sets it; else 0
 */
public record Cell(Kind kind, int payload, int rate) {
    private static final int BURST = 100;
    private static final int NS_PER_SECOND = 1_000_000_000;

    /** What left and right do. */
    public enum Kind {
        /** Right sends each message back; left measures how long that takes. */
        ROUNDTRIP,
        /** As before, but left sends 100 messages, of which right answers the last one. */
        BURST,
        /** Left sends as fast as it can; right counts, and checks that each message is the successor of the last. */
        THROUGHPUT,
        /** Right polls, and left sends nothing. */
        POLL,
        /** Left sends on schedule; right measures how late each message is. */
        ONEWAY,
        /** Right sends its time back; left finds out how far the clocks of the two lie apart. */
        CLOCK
    }

    public Cell {
        boolean isPayload = payload >= Long.BYTES && payload <= Sender.MAX_LENGTH && payload % Long.BYTES == 0;
        if (!isPayload || (kind == Kind.ONEWAY ? rate < 1 || NS_PER_SECOND % rate != 0 : rate != 0)) {
            throw new IllegalArgumentException("not a cell: kind=" + kind + ", payload=" + payload + ", expected=8 to "
                    + Sender.MAX_LENGTH + " in words of 8, rate=" + rate
                    + ", expected=a divisor of 1,000,000,000 if one way, else none");
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

    static Cell throughput(int payload) {
        return new Cell(Kind.THROUGHPUT, payload, 0);
    }

    boolean isOneWay() {
        return kind == Kind.ONEWAY;
    }

    boolean moreIsBetter() {
        return kind == Kind.THROUGHPUT;
    }

    /** {@return messages before an answer} */
    int burst() {
        return kind == Kind.BURST ? BURST : 1;
    }

    /** {@return the unit of its figure} */
    String unit() {
        return moreIsBetter() ? "messages/s" : "ns";
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

    /** {@return such as {@code roundtrip-32}, {@code poll-8} or {@code oneway-32-at-1000000}} */
    @Override
    public String toString() {
        return kind.name().toLowerCase(Locale.ROOT) + "-" + payload + (isOneWay() ? "-at-" + rate : "");
    }
}
