/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Tailrace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The first stage: publishes unchanged lines, each with its source and number. After a kill, the next ingest publishes
 * the whole file again from the same source, and summarizers skip the lines that they have seen.
 */
final class Ingest {
    private Ingest() {}

    /** Publishes the lines of a file for a pipeline, then its end. Returns the number of lines. */
    static long publish(Tailrace tailrace, String name, Path file) throws IOException, InterruptedException {
        long source = sourceOf(file);
        long lineCount = 0;
        try (InputStream input = Files.newInputStream(file);
                MessageWriter lines = new MessageWriter(tailrace, name + "-lines", 1)) {
            LineReader reader = new LineReader(input);
            while (reader.next()) {
                lineCount++;
                if (reader.isTooLong()) {
                    lines.reject(source, lineCount, Reject.TOO_LONG, reader.line(), reader.length());
                } else {
                    lines.line(source, lineCount, reader.line(), reader.length());
                }
            }
            lines.end(source, lineCount);
        }
        return lineCount;
    }

    /** {@return a number made of the path and the first line, so a file that grows remains the same source} */
    private static long sourceOf(Path file) throws IOException {
        try (InputStream input = Files.newInputStream(file)) {
            LineReader reader = new LineReader(input);
            String first =
                    reader.next() ? new String(reader.line(), 0, reader.length(), StandardCharsets.ISO_8859_1) : "";
            byte[] identity = (file.toRealPath() + "\n" + first).getBytes(StandardCharsets.UTF_8);
            return UUID.nameUUIDFromBytes(identity).getMostSignificantBits();
        }
    }
}
