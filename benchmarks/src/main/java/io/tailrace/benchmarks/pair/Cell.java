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
 * @param rate messages a second, where a schedule sets it; else 0
 * @param figure that is compared
 */
public record Cell(Kind kind, int payload, int burst, int rate, String figure, String name) {
    private static final int BURST = 100;
    private static final int NS_PER_SECOND = 1_000_000_000;

    /** What left and right do. */
    public enum Kind {
        /** Left sends as fast as it can; right counts, and checks that each message is the successor of the last. */
        THROUGHPUT,
        /** As throughput, but right reads every byte. */
        SUM,
        /** As throughput, for the sweep of lengths of terms. */
        RING,
        /** Right sends each message, or the last one of a burst, back; left measures how long that takes. */
        ROUNDTRIP,
        /** As before, but left sends 100 messages, of which right answers the last one. */
        BURST,
        /** Left sends and receives, in one thread. */
        ALONE,
        /** Right polls, and left sends nothing. */
        POLL,
        /** Left sends on schedule; right measures how late each message is. */
        ONEWAY,
        /** Right sends its time back; left finds out how far the clocks of the two lie apart. */
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

    /** A cell whose figure is the usual one: of round trips the median, of the tail the latest percent. */
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

    /** {@return the same, but that the number of a round trip is that of the messages before an answer, of 8 bytes} */
    static Cell inOneProcess(String name) {
        String[] parts = name.split("-", -1);
        return parts[0].equals("roundtrip")
                ? new Cell(Kind.ROUNDTRIP, Long.BYTES, Integer.parseInt(parts[1]), 0, name)
                : named(name);
    }

    /** {@return what is measured as fast as it goes, but with so many messages at most in a second} */
    public static Cell atMost(int payload, int rate) {
        return new Cell(Kind.THROUGHPUT, payload, 1, rate, "throughput-" + payload);
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

    /** {@return from one message to the next, where a schedule sets it; else 0} */
    long periodNs() {
        return rate == 0 ? 0 : NS_PER_SECOND / rate;
    }

    /** {@return what tells a process what to do: see {@link #parse}} */
    String command() {
        return kind + " " + payload + " " + burst + " " + rate;
    }

    /** Reads what {@link #command} writes, split at its blanks. */
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
