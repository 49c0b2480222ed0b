/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records, sends and shows times in nanoseconds, up to a minute with three digits. */
public final class Latencies {
    /** Longer times count as this. */
    static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final List<Percentile> PERCENTILES = List.of(
            new Percentile("50%", "p50Ns", 50),
            new Percentile("90%", "p90Ns", 90),
            new Percentile("99%", "p99Ns", 99),
            new Percentile("99.9%", "p999Ns", 99.9),
            new Percentile("99.99%", "p9999Ns", 99.99));

    /** A percentile to show, and its field in JSON. */
    private record Percentile(String title, String field, double percent) {}

    private Latencies() {}

    /** {@return an empty histogram} */
    public static Histogram newHistogram() {
        return new Histogram(LONGEST_NS, SIGNIFICANT_DIGITS);
    }

    /** Adds a time. */
    public static void record(Histogram latency, long ns) {
        latency.recordValue(Math.max(0, Math.min(ns, LONGEST_NS)));
    }

    /** {@return the histogram as one word} */
    static String encode(Histogram latency) {
        ByteBuffer encoded = ByteBuffer.allocate(latency.getNeededByteBufferCapacity());
        int length = latency.encodeIntoByteBuffer(encoded);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(encoded.array(), length));
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws IllegalArgumentException if the word is something else
     */
    static Histogram decode(String word) {
        return Histogram.decodeFromByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(word)), LONGEST_NS);
    }

    /** {@return the titles above {@link #line}} */
    public static String heading() {
        StringBuilder line = new StringBuilder(column("MIN"));
        PERCENTILES.forEach(percentile -> line.append(column(percentile.title)));
        return line.append(column("MAX")).toString();
    }

    /** {@return the shortest, the percentiles, and the longest} */
    public static String line(Histogram latency) {
        StringBuilder line = new StringBuilder(column(Quantity.latency(latency.getMinValue())));
        PERCENTILES.forEach(
                percentile -> line.append(column(Quantity.latency(latency.getValueAtPercentile(percentile.percent)))));
        return line.append(column(Quantity.latency(latency.getMaxValue()))).toString();
    }

    private static String column(String text) {
        return String.format(Locale.ROOT, "%9s", text);
    }

    /** Writes the values of {@link #line} as fields of an object, and the count. */
    public static void write(JsonGenerator json, Histogram latency) throws IOException {
        json.writeNumberField("count", latency.getTotalCount());
        json.writeNumberField("minNs", latency.getMinValue());
        for (Percentile percentile : PERCENTILES) {
            json.writeNumberField(percentile.field, latency.getValueAtPercentile(percentile.percent));
        }
        json.writeNumberField("maxNs", latency.getMaxValue());
    }
}
