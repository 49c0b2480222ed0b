/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.live.RejectCounts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the lines that are no events, and keeps them in a file: the number of the line, the reason, and the line as it
 * came, with tabs between; a newline in it is written as {@code #012}, as rsyslog does. Threads come in between one
 * another, so the lines are in no order. The file is made with the first of them. Any thread.
 */
public final class Rejects implements Ingest.RejectedLines, AutoCloseable {
    private static final byte[] NEWLINE_INSIDE = "#012".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private final RejectCounts counts = new RejectCounts();
    private @Nullable OutputStream output;

    /** Makes it; the file is made with the first line. */
    public Rejects(Path file) {
        this.file = file;
    }

    @Override
    public synchronized void take(Reject reason, long sequence, byte[] bytes, int offset, int length) {
        counts.count(reason);
        try {
            OutputStream opened = output;
            if (opened == null) {
                opened = new BufferedOutputStream(Files.newOutputStream(file));
                output = opened;
            }
            write(reason, sequence, bytes, offset, length, opened);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write rejected lines: file=" + file, e);
        }
    }

    /** Writes a line as it is kept. */
    public static void write(Reject reason, long sequence, byte[] bytes, int offset, int length, OutputStream output)
            throws IOException {
        output.write((sequence + "\t" + reason + "\t").getBytes(StandardCharsets.US_ASCII));
        int end = offset + length;
        int written = offset;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == '\n') {
                output.write(bytes, written, i - written);
                output.write(NEWLINE_INSIDE);
                written = i + 1;
            }
        }
        output.write(bytes, written, end - written);
        output.write('\n');
    }

    /** {@return how many lines there were of each reason} */
    public Map<Reject, Long> counts() {
        return counts.counts();
    }

    /** Writes what is not written yet. */
    @Override
    public synchronized void close() {
        if (output != null) {
            try {
                output.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write rejected lines: file=" + file, e);
            }
        }
    }
}
