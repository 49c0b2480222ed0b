/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.WaitPolicy;
import java.util.List;

/**
 * The parameters of one run; its processes get them on their command lines.
 *
 * @param rate the messages a second of all publishers together; 0 for as many as possible
 */
public record BenchPlan(
        What what,
        int size,
        double rate,
        int publishers,
        int subscribers,
        Api api,
        boolean exclusive,
        WaitPolicy waitPolicy,
        Times times) {
    /**
     * Computes when each message of one of several publishers is due, in nanoseconds since the start. The publishers
     * take turns, so that together they keep the rate. The times never move: a late message was due at its time, and
     * its delay counts (no coordinated omission).
     */
    record Timetable(double perSecond, int publishers, int publisher) {
        private static final double NS_PER_SECOND = 1e9;

        /** {@return when message {@code number}, from 0, of this publisher is due} */
        long dueNs(long number) {
            return (long) ((number * (double) publishers + publisher) * (NS_PER_SECOND / perSecond));
        }

        /** {@return the number of messages of this publisher that are due before a time} */
        long countBefore(long endNs) {
            long count = Math.max(0, (long) ((endNs * (perSecond / NS_PER_SECOND) - publisher) / publishers));
            while (dueNs(count) < endNs) {
                count++;
            }
            while (count > 0 && dueNs(count - 1) >= endNs) {
                count--;
            }
            return count;
        }
    }

    /** The figure that a run measures. */
    public enum What {
        THROUGHPUT,
        LATENCY,
        /** Latency, reported after each interval, for people who watch. */
        DEMO
    }

    /** The way in which a message gets into the log. */
    public enum Api {
        /** Copied from the publisher's own memory. */
        OFFER,
        /** Written in place. */
        CLAIM
    }

    /** The duration of a run. */
    public record Times(long warmUpNs, long durationNs) {
        private static final long LONGEST_INTERVAL_NS = 1_000_000_000;

        /** {@return the number of intervals, of equal length, after the warm-up} */
        int intervals() {
            return (int) Math.max(1, durationNs / LONGEST_INTERVAL_NS);
        }

        long intervalNs() {
            return durationNs / intervals();
        }

        long endNs() {
            return warmUpNs + durationNs;
        }
    }

    public boolean isTimed() {
        return what != What.THROUGHPUT;
    }

    /** {@return whether people watch the run} */
    boolean isDemo() {
        return what == What.DEMO;
    }

    /** {@return the name of the command that makes the run} */
    String command() {
        return isDemo() ? "demo" : "bench";
    }

    Timetable timetable(int publisher) {
        return new Timetable(rate, publishers, publisher);
    }

    List<String> toWords() {
        return List.of(
                what.name(),
                Integer.toString(size),
                Double.toString(rate),
                Integer.toString(publishers),
                Integer.toString(subscribers),
                api.name(),
                Boolean.toString(exclusive),
                waitPolicy.name(),
                Long.toString(times.warmUpNs),
                Long.toString(times.durationNs));
    }

    /** {@return the plan that {@link #toWords} wrote, from that index on} */
    static BenchPlan parse(String[] words, int first) {
        List<String> own = List.of(words).subList(first, words.length);
        return new BenchPlan(
                What.valueOf(own.get(0)),
                Integer.parseInt(own.get(1)),
                Double.parseDouble(own.get(2)),
                Integer.parseInt(own.get(3)),
                Integer.parseInt(own.get(4)),
                Api.valueOf(own.get(5)),
                Boolean.parseBoolean(own.get(6)),
                WaitPolicy.valueOf(own.get(7)),
                new Times(Long.parseLong(own.get(8)), Long.parseLong(own.get(9))));
    }

    /**
     * A message of {@code bench}, in native byte order:
     *
     * <pre>
     *   offset  size  field
     *        0     8  word: bit 63 set in the last message of a publisher; bits 48 to 62: the publisher, from 0;
     *                 the other bits: the number, from 0; in the last message the count of messages before it
     *        8     8  only where latency is measured: when it was due, by System.nanoTime() (one clock for all
     *                 processes of a host)
     *        -     -  zeros, up to the requested size
     * </pre>
     */
    public static final class Message {
        static final int WORD_OFFSET = 0;
        static final int DUE_OFFSET = 8;

        public static final int MIN_LENGTH = 8;
        public static final int MIN_TIMED_LENGTH = 16;

        private static final int PUBLISHER_SHIFT = 48;
        private static final long NUMBER_MASK = (1L << PUBLISHER_SHIFT) - 1;
        private static final int PUBLISHER_MASK = 0x7fff;

        private Message() {}

        static long word(int publisher, long number) {
            return (long) publisher << PUBLISHER_SHIFT | number;
        }

        static long lastWord(int publisher, long count) {
            return Long.MIN_VALUE | word(publisher, count);
        }

        static boolean isLast(long word) {
            return word < 0;
        }

        static int publisher(long word) {
            return (int) (word >>> PUBLISHER_SHIFT) & PUBLISHER_MASK;
        }

        static long number(long word) {
            return word & NUMBER_MASK;
        }
    }

    /** Reports the end of each interval, once for each. One thread. */
    static final class Intervals {
        private final long eachNs;
        private long nextNs;

        /**
         * Takes intervals that follow one another.
         *
         * @param firstNs the end of the first one, in the time since the start
         */
        Intervals(long firstNs, long eachNs) {
            this.nextNs = firstNs;
            this.eachNs = eachNs;
        }

        /**
         * {@return whether another interval has ended} True once for each interval, also for one that ended between two
         * calls.
         */
        boolean hasEnded(long elapsedNs) {
            if (elapsedNs < nextNs) {
                return false;
            }
            nextNs += eachNs;
            return true;
        }
    }
}
