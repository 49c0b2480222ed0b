/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import org.HdrHistogram.Histogram;

/**
 * What a subscriber tells that has counted and timed what came: counts since its start, and latencies.
 *
 * @param latency one way, in nanoseconds
 */
record SubscriberReport(long received, long lost, long duplicated, long reordered, Histogram latency) {
    private static final int FIELDS = 5;

    /** {@return whether it got so many messages, each once and in order} */
    boolean isClean(long sent) {
        return received == sent && lost == 0 && duplicated == 0 && reordered == 0;
    }

    /** {@return the numbers, then the histogram in its own encoding} */
    String toLine() {
        return received + " " + lost + " " + duplicated + " " + reordered + " " + Latencies.encode(latency);
    }

    /**
     * Reads what {@link #toLine} wrote.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static SubscriberReport parse(String line) {
        String[] fields = line.split(" ", FIELDS);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException("not a subscriber's report: fields=" + fields.length + ", line=" + line);
        }
        return new SubscriberReport(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Latencies.decode(fields[4]));
    }
}
