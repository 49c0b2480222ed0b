/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the lines that are no events: number, reason, and the line as it came, with tabs between; a newline within is
 * written as {@code #012}, as rsyslog does. A snapshot notes how long the file is; what was written after the snapshot
 * is cut off when a summarizer goes on from it, and comes again. For one thread.
 */
final class RejectFile implements AutoCloseable {
    private static final byte[] NEWLINE_INSIDE = "#012".getBytes(StandardCharsets.US_ASCII);

    private final Path file;
    private long length;
    private @Nullable FileOutputStream opened;
    private @Nullable OutputStream output;

    RejectFile(Path file) {
        this.file = file;
    }

    /** Cuts off what no snapshot has, and writes after it. */
    void open(long savedLength) throws IOException {
        long found = Files.exists(file) ? Files.size(file) : 0;
        if (found < savedLength) {
            throw new IOException("the rejected lines are not those of the snapshot: file=" + file + ", length=" + found
                    + ", expected=" + savedLength + "; remove the directory to begin anew");
        }
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            cut.setLength(savedLength);
        }
        length = savedLength;
        opened = new FileOutputStream(file.toFile(), true);
        output = new BufferedOutputStream(opened);
    }

    /** Adds a line. */
    void add(long sequence, Reject reason, byte[] line, int lineLength) {
        try {
            write((sequence + "\t" + reason + "\t").getBytes(StandardCharsets.US_ASCII), 0, -1);
            int written = 0;
            for (int i = 0; i < lineLength; i++) {
                if (line[i] == '\n') {
                    write(line, written, i);
                    write(NEWLINE_INSIDE, 0, -1);
                    written = i + 1;
                }
            }
            write(line, written, lineLength);
            write(new byte[] {'\n'}, 0, -1);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write rejected lines: file=" + file, e);
        }
    }

    private void write(byte[] bytes, int from, int to) throws IOException {
        int end = to < 0 ? bytes.length : to;
        if (output != null) {
            output.write(bytes, from, end - from);
            length += end - from;
        }
    }

    /** {@return how long the file is, which is on disk now} */
    long sync() throws IOException {
        if (output != null && opened != null) {
            output.flush();
            opened.getFD().sync();
        }
        return length;
    }

    @Override
    public void close() throws IOException {
        if (output != null) {
            output.close();
        }
    }
}
