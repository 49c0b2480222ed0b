/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Fill;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import io.tailrace.samples.summarizer.summary.Summary;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Tells what a run has come to. */
final class Report {
    private static final JsonFactory JSON = new JsonFactory();

    private Report() {}

    /** Writes summaries to the standard output. System.out would not say when it cannot. */
    static void writeSummaries(List<Summary> summaries) throws IOException {
        OutputStream output = new FileOutputStream(FileDescriptor.out); // Stays open: more may come.
        try {
            writeSummaries(summaries, output);
        } catch (IOException e) {
            throw new IOException("cannot write summaries to the standard output", e);
        }
    }

    /** Writes the summaries as one JSON object. */
    static void writeSummaries(List<Summary> summaries, OutputStream output) throws IOException {
        JsonGenerator json = JSON.createGenerator(output, JsonEncoding.UTF8);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setPrettyPrinter(new DefaultPrettyPrinter());
        json.writeStartObject();
        json.writeArrayFieldStart("summaries");
        for (Summary summary : summaries) {
            summary.writeJson(json);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeRaw('\n');
        json.close();
    }

    /** Writes how many lines were read, and how many of them were no events. */
    static void writeRead(long lineCount, Map<Reject, Long> rejects, PrintStream output) {
        output.printf(Locale.ROOT, "lines: %,d%n", lineCount);
        writeRejects(rejects, output);
    }

    private static void writeRejects(Map<Reject, Long> rejects, PrintStream output) {
        rejects.forEach((reason, count) -> output.printf(Locale.ROOT, "rejected: %s %,d%n", reason, count));
    }

    /** Writes figures, a line for each kind. */
    static void writeFigures(Outcome outcome, Path rejectFile, PrintStream output) {
        double seconds = outcome.elapsedNs() / 1e9;
        output.printf(
                Locale.ROOT,
                "events: %,d in %.2f s, %,.0f a second%n",
                outcome.eventCount(),
                seconds,
                outcome.eventCount() / seconds);
        writeRejects(outcome.rejects(), output);
        if (!outcome.rejects().isEmpty()) {
            output.println("rejected lines: " + rejectFile);
        }
        for (Fill fill : outcome.fills()) {
            output.printf(
                    Locale.ROOT,
                    "fill: %-14s mean %3.0f %%, nearly empty %3.0f %% and nearly full %3.0f %% of the time%n",
                    fill.stage(),
                    100 * fill.mean(),
                    100 * fill.nearlyEmpty(),
                    100 * fill.nearlyFull());
        }
    }
}
