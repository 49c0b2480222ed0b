/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Keeps the lines that are no events: number, reason and unchanged line, separated by tabs. A snapshot notes the length
 * of the file. A summarizer that continues from the snapshot cuts off all later lines, which it will receive again. Not
 * thread-safe.
 */
final class RejectFile implements AutoCloseable {
    private final Path file;
    private final FileOutputStream opened;
    private final OutputStream output;

    RejectFile(Path file) throws IOException {
        this.file = file;
        this.opened = new FileOutputStream(file.toFile(), true);
        this.output = new BufferedOutputStream(opened);
    }

    /** Cuts off all lines after the snapshot. Must be called before any are added. */
    void cut(long savedLength) throws IOException {
        long found = opened.getChannel().size();
        if (found < savedLength) {
            throw new IOException("the rejected lines are not those of the snapshot: file=" + file + ", length=" + found
                    + ", expected=" + savedLength + "; remove the directory to begin anew");
        }
        opened.getChannel().truncate(savedLength);
    }

    /** Adds a line: the first bytes. */
    void add(long sequence, Reject reason, byte[] line, int length) {
        try {
            output.write((sequence + "\t" + reason + "\t").getBytes(StandardCharsets.US_ASCII));
            output.write(line, 0, length);
            output.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write rejected lines: file=" + file, e);
        }
    }

    /** {@return the length of the file, which is now on disk} */
    long sync() throws IOException {
        output.flush();
        opened.getFD().sync();
        return opened.getChannel().size();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
