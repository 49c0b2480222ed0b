/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bench;

import io.tailrace.WaitPolicy;
import java.util.List;

/**
 * What one run does; its processes get it on their command lines.
 *
 * @param rate messages a second of all publishers together; 0 for as many as go, and then no latency is measured
 */
record BenchPlan(
        int size,
        double rate,
        int publishers,
        int subscribers,
        Api api,
        boolean exclusive,
        WaitPolicy waitPolicy,
        Times times) {
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
        return rate > 0;
    }

    Timetable timetable(int publisher) {
        return new Timetable(rate, publishers, publisher);
    }

    List<String> toWords() {
        return List.of(
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
                Integer.parseInt(own.get(0)),
                Double.parseDouble(own.get(1)),
                Integer.parseInt(own.get(2)),
                Integer.parseInt(own.get(3)),
                Api.valueOf(own.get(4)),
                Boolean.parseBoolean(own.get(5)),
                WaitPolicy.valueOf(own.get(6)),
                new Times(Long.parseLong(own.get(7)), Long.parseLong(own.get(8))));
    }
}
