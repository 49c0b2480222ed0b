/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.SubscriberReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What came of a run of the demo; of lost and repeated messages the sum over the subscribers.
 *
 * @param latency one way, in nanoseconds, of all subscribers
 */
record DemoResult(
        long sent, List<Long> received, long lost, long duplicated, long reordered, double rate, Histogram latency) {
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    static DemoResult of(long sent, int seconds, List<SubscriberReport> reports) {
        List<Long> received = new ArrayList<>();
        long lost = 0;
        long duplicated = 0;
        long reordered = 0;
        Histogram latency = Latencies.newHistogram();
        for (SubscriberReport report : reports) {
            received.add(report.received());
            lost += report.lost();
            duplicated += report.duplicated();
            reordered += report.reordered();
            latency.add(report.latency());
        }
        return new DemoResult(sent, received, lost, duplicated, reordered, (double) sent / seconds, latency);
    }

    /** {@return whether every subscriber got every message once and in order} */
    boolean isClean() {
        return lost == 0
                && duplicated == 0
                && reordered == 0
                && received.stream().allMatch(count -> count == sent);
    }

    void print(Output output, int size) {
        StringBuilder counts = new StringBuilder();
        for (long count : received) {
            counts.append(counts.isEmpty() ? "" : " and ").append(String.format(Locale.ROOT, "%,d", count));
        }
        output.format(
                        "sent %,d; received %s; lost %,d, duplicated %,d, reordered %,d: ",
                        sent, counts, lost, duplicated, reordered)
                .text(isClean() ? "every subscriber got every message once and in order\n" : "FAILED\n")
                .format("%,.0f messages/s, %.1f MB/s to each subscriber; ", rate, megabytes(rate, size))
                .format(
                        "one-way latency p50 %s, p99 %s, p99.9 %s, max %s%n",
                        Quantity.latency(p50(latency)),
                        Quantity.latency(p99(latency)),
                        Quantity.latency(p999(latency)),
                        Quantity.latency(latency.getMaxValue()))
                .flush();
    }

    void printJson(Output output) {
        try (JsonGenerator json = new JsonFactory().createGenerator(output)) {
            json.writeStartObject();
            json.writeNumberField("sent", sent);
            json.writeArrayFieldStart("received");
            for (long count : received) {
                json.writeNumber(count);
            }
            json.writeEndArray();
            json.writeNumberField("lost", lost);
            json.writeNumberField("duplicated", duplicated);
            json.writeNumberField("reordered", reordered);
            json.writeNumberField("rate", Math.round(rate));
            json.writeNumberField("p50_ns", p50(latency));
            json.writeNumberField("p99_ns", p99(latency));
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the heading above {@link #line}} */
    static String heading() {
        return "  time   messages/s      MB/s  latency p50        p99      p99.9   lag of each subscriber";
    }

    /** {@return what came in one second} */
    static String line(int second, long messages, int size, Histogram latency, long[] lags) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%4d s %,12d %9.1f %12s %10s %10s   ",
                second,
                messages,
                megabytes((double) messages, size),
                Quantity.latency(p50(latency)),
                Quantity.latency(p99(latency)),
                Quantity.latency(p999(latency))));
        for (int i = 0; i < lags.length; i++) {
            line.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%,d", lags[i]));
        }
        return line.toString();
    }

    private static double megabytes(double messages, int size) {
        return messages * size / 1e6;
    }

    private static long p50(Histogram latency) {
        return latency.getValueAtPercentile(P50);
    }

    private static long p99(Histogram latency) {
        return latency.getValueAtPercentile(P99);
    }

    private static long p999(Histogram latency) {
        return latency.getValueAtPercentile(P999);
    }
}
