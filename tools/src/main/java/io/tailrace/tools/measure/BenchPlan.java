/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import io.tailrace.WaitPolicy;
import java.util.List;

/**
 * What one run does; its processes get it on their command lines.
 *
 * @param rate messages a second of all publishers together; 0 for as many as go
 */
record BenchPlan(
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
     * When each message of one of several publishers is due, in nanoseconds since the start. They take turns, so that
     * all together keep the rate. It never moves: what comes late was due when it was due, and the delay counts (no
     * coordinated omission).
     */
    record Timetable(double perSecond, int publishers, int publisher) {
        private static final double NS_PER_SECOND = 1e9;

        /** {@return when message {@code number}, 0 and up, of this publisher is due} */
        long dueNs(long number) {
            return (long) ((number * (double) publishers + publisher) * (NS_PER_SECOND / perSecond));
        }

        /** {@return how many messages of this publisher are due before that} */
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

    /** The figures that a run is for. */
    enum What {
        THROUGHPUT,
        LATENCY,
        /** Latency, which is told after each interval, for people who look on. */
        DEMO
    }

    /** How a message gets into the log. */
    enum Api {
        /** Copied from the publisher's own memory. */
        OFFER,
        /** Written in place. */
        CLAIM
    }

    /** How long it takes. */
    record Times(long warmUpNs, long durationNs) {
        private static final long LONGEST_INTERVAL_NS = 1_000_000_000;

        /** {@return how many intervals, of equal length, the time after warming up has} */
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

    boolean isTimed() {
        return what != What.THROUGHPUT;
    }

    /** {@return whether people look on} */
    boolean isDemo() {
        return what == What.DEMO;
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

    /** {@return what {@link #toWords} wrote from that place on} */
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
}
