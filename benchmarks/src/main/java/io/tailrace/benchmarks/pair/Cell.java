/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.peer.Library.Sender;
import java.util.List;
import java.util.Locale;

/**
 * A task of left and right, and its name in the raw data.
 *
 * @param payload of a message in bytes
 * @param burst messages before an answer
 * @param rate messages a second if a schedule sets it; else 0
 * @param figure to compare
 */
public record Cell(Kind kind, int payload, int burst, int rate, String figure, String name) {
    private static final int BURST = 100;
    private static final int NS_PER_SECOND = 1_000_000_000;

    /** The task of left and right. */
    public enum Kind {
        /**
         * Left sends as fast as it can; right counts, and checks that each message is the successor of the previous
         * one.
         */
        THROUGHPUT,
        /** As throughput, but right reads every byte. */
        SUM,
        /** As throughput, for the sweep of lengths of terms. */
        RING,
        /** Right sends each message, or the last one of a burst, back; left measures the time. */
        ROUNDTRIP,
        /** As before, but left sends 100 messages, and right answers the last one. */
        BURST,
        /** Left sends and receives, in one thread. */
        ALONE,
        /** Right polls, and left sends nothing. */
        POLL,
        /** Left sends on schedule; right measures the delay of each message. */
        ONEWAY,
        /** Right sends its time back; left measures the difference of their clocks. */
        CLOCK
    }

    public Cell {
        boolean isPayload = payload >= Long.BYTES && payload <= Sender.MAX_LENGTH;
        boolean isRate =
                switch (kind) {
                    case ONEWAY -> rate > 0 && NS_PER_SECOND % rate == 0;
                    case THROUGHPUT -> rate >= 0;
                    default -> rate == 0;
                };
        if (!isPayload || !isRate || burst < 1) {
            throw new IllegalArgumentException("not a cell: name=" + name + ", payload=" + payload
                    + ", expected=8 to " + Sender.MAX_LENGTH + ", rate=" + rate
                    + ", expected=a divisor of 1,000,000,000 if one way, else none, burst=" + burst
                    + ", expected=1 or more");
        }
    }

    /** A cell whose figure is the usual one: the median of round trips, the 99 % of the tail. */
    public Cell(Kind kind, int payload, int burst, int rate, String name) {
        this(
                kind,
                payload,
                burst,
                rate,
                switch (kind) {
                    case ROUNDTRIP, BURST -> "p50";
                    case THROUGHPUT, SUM, RING -> "rate";
                    case ALONE -> "bytesPerMessage";
                    case POLL -> "nsPerPoll";
                    case ONEWAY -> "p99";
                    case CLOCK -> "apart";
                },
                name);
    }

    /** {@return such as {@code roundtrip-32}, {@code poll-8} or {@code oneway-32-at-1000000}} */
    public static Cell named(String name) {
        String[] parts = name.split("-", -1);
        Kind kind = Kind.valueOf(parts[0].toUpperCase(Locale.ROOT));
        int rate = parts.length > 3 ? Integer.parseInt(parts[3]) : 0;
        int payload = Integer.parseInt(parts[1]);
        if (payload % Long.BYTES != 0) {
            throw new IllegalArgumentException("not a cell: name=" + name + ", expected=a payload in words of 8 bytes");
        }
        return new Cell(kind, payload, kind == Kind.BURST ? BURST : 1, rate, name);
    }

    /**
     * {@return the same, except that the number of a round trip is that of the messages of 8 bytes before an answer}
     */
    static Cell inOneProcess(String name) {
        String[] parts = name.split("-", -1);
        return parts[0].equals("roundtrip")
                ? new Cell(Kind.ROUNDTRIP, Long.BYTES, Integer.parseInt(parts[1]), 0, name)
                : named(name);
    }

    boolean isOneWay() {
        return kind == Kind.ONEWAY;
    }

    boolean isRoundTrip() {
        return kind == Kind.ROUNDTRIP || kind == Kind.BURST;
    }

    boolean moreIsBetter() {
        return kind.compareTo(Kind.RING) <= 0;
    }

    /** {@return the unit of its figure} */
    String unit() {
        return moreIsBetter() ? "messages/s" : kind == Kind.ALONE ? "B/message" : "ns";
    }

    /** {@return the time between two messages if a schedule sets it; else 0} */
    long periodNs() {
        return rate == 0 ? 0 : NS_PER_SECOND / rate;
    }

    /** {@return the command for a process: see {@link #parse}} */
    String command() {
        return kind + " " + payload + " " + burst + " " + rate;
    }

    /** Parses the text of {@link #command}, split at its blanks. */
    static Cell parse(List<String> words) {
        List<Integer> numbers =
                words.subList(1, 4).stream().map(Integer::valueOf).toList();
        return new Cell(Kind.valueOf(words.get(0)), numbers.get(0), numbers.get(1), numbers.get(2), words.get(0));
    }

    @Override
    public String toString() {
        return name;
    }
}
