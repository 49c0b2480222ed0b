/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.Output;
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

    static DemoResult of(long sent, int seconds, List<SubscriberReport> reports) {
        List<Long> received = new ArrayList<>();
        long lost = 0;
        long duplicated = 0;
        long reordered = 0;
        Histogram latency = SubscriberReport.newHistogram();
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
                .format("%,.0f messages/s, %.1f MB/s to each subscriber; ", rate, DemoFigures.megabytes(rate, size))
                .format(
                        "one-way latency p50 %s, p99 %s, p99.9 %s, max %s%n",
                        DemoFigures.time(DemoFigures.p50(latency)),
                        DemoFigures.time(DemoFigures.p99(latency)),
                        DemoFigures.time(DemoFigures.p999(latency)),
                        DemoFigures.time(latency.getMaxValue()))
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
            json.writeNumberField("p50_ns", DemoFigures.p50(latency));
            json.writeNumberField("p99_ns", DemoFigures.p99(latency));
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
