/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.peer.Library.Sender;
import java.util.Locale;

/**
 * What is measured.
 *
 * @param number bytes of a message; for a round trip messages sent before the answer is awaited: right answers the last
 *     one
 */
record Workload(Shape shape, int number) {
    /** What left and right do. */
    enum Shape {
        /** Right looks at the first word of each message. */
        THROUGHPUT,
        /** Right reads every byte. */
        SUM,
        /** As throughput, for the sweep of term lengths. */
        RING,
        /** Left waits for the answer to a burst. */
        ROUNDTRIP
    }

    private static final int ROUND_TRIP_PAYLOAD = 8;

    Workload {
        boolean isPayload = number >= Long.BYTES && number <= Sender.MAX_LENGTH && number % Long.BYTES == 0;
        if (shape == Shape.ROUNDTRIP ? number < 1 : !isPayload) {
            throw new IllegalArgumentException("not a workload: shape=" + shape + ", number=" + number
                    + ", expected=a burst of 1 or more, or a payload of 8 to " + Sender.MAX_LENGTH
                    + " bytes in words of 8");
        }
    }

    boolean isRoundTrip() {
        return shape == Shape.ROUNDTRIP;
    }

    int payload() {
        return isRoundTrip() ? ROUND_TRIP_PAYLOAD : number;
    }

    /** {@return the unit of its figure} */
    String unit() {
        return isRoundTrip() ? "ns" : "messages/s";
    }

    /** {@return what it is called in the report} */
    String label() {
        return switch (shape) {
            case THROUGHPUT, RING -> String.format("%,d B", number);
            case SUM -> String.format("%,d B, all read", number);
            case ROUNDTRIP -> "round trip of " + number;
        };
    }

    /** {@return a figure, with a unit that suits it} */
    String text(double figure) {
        if (isRoundTrip()) {
            return String.format("%,.0f ns", figure);
        }
        double millions = figure / 1e6;
        return String.format(millions >= 10 ? "%.1f M/s" : millions >= 1 ? "%.2f M/s" : "%.3f M/s", millions);
    }

    /** Reads what {@link #toString} writes. */
    static Workload parse(String text) {
        int dash = text.indexOf('-');
        return new Workload(
                Shape.valueOf(text.substring(0, dash).toUpperCase(Locale.ROOT)),
                Integer.parseInt(text.substring(dash + 1)));
    }

    /** Also the name of its cell. */
    @Override
    public String toString() {
        return shape.name().toLowerCase(Locale.ROOT) + "-" + number;
    }
}
