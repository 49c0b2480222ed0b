/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What a subscriber of the demo tells: counts since its start, and latencies.
 *
 * @param latency one way, in nanoseconds
 */
record SubscriberReport(long received, long lost, long duplicated, long reordered, Histogram latency) {
    static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int FIELDS = 5;

    static Histogram newHistogram() {
        return new Histogram(LONGEST_NS, SIGNIFICANT_DIGITS);
    }

    /** {@return the numbers, then the histogram in its own encoding} */
    String toLine() {
        ByteBuffer encoded = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
        int length = latency.encodeIntoByteBuffer(encoded);
        String base64 = Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(length)
                        .put(encoded.array(), 0, length)
                        .array());
        return received + " " + lost + " " + duplicated + " " + reordered + " " + base64;
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
        ByteBuffer encoded = ByteBuffer.wrap(Base64.getDecoder().decode(fields[4]));
        return new SubscriberReport(
                Long.parseLong(fields[0]),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[3]),
                Histogram.decodeFromByteBuffer(encoded, LONGEST_NS));
    }
}
