/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where a summarizer writes its summaries: a line with counts of lines, then a line for each summary, all JSON. */
final class SummaryFile {
    private static final JsonFactory JSON = new JsonFactory();

    private final Path file;

    SummaryFile(Path file) {
        this.file = file;
    }

    /** {@return the file of the summarizer of this index} */
    static Path of(Path directory, int index) {
        return directory.resolve("summaries-" + index + ".jsonl");
    }

    private interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    void write(SummarizerState state) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(text(json -> {
            json.writeStartObject();
            json.writeNumberField("lines", state.lineCount());
            json.writeObjectFieldStart("rejected");
            for (Map.Entry<Reject, Long> reject : state.rejects().entrySet()) {
                json.writeNumberField(reject.getKey().name(), reject.getValue());
            }
            json.writeEndObject();
            json.writeEndObject();
        }));
        for (Summary summary : state.summaries()) {
            lines.add(text(summary::writeJson));
        }
        Path next = file.resolveSibling(file.getFileName() + ".next");
        try {
            Files.write(next, lines);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new IOException("cannot write summaries: file=" + file, e);
        }
    }

    private static String text(Content content) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            content.writeTo(json);
        }
        return text.toString();
    }

    /** {@return the summaries of so many summarizers as one JSON object} */
    public static String merge(Path directory, int of) throws IOException {
        String counts = "";
        List<String> summaries = new ArrayList<>();
        for (int i = 0; i < of; i++) {
            List<String> lines = Files.readAllLines(of(directory, i));
            counts = lines.get(0);
            summaries.addAll(lines.subList(1, lines.size()));
        }
        String begin = counts.substring(0, counts.length() - 1);
        return begin + ",\"summaries\":[\n" + String.join(",\n", summaries) + "\n]}";
    }
}
