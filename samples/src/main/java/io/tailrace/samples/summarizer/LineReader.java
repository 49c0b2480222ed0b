/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads lines that end with LF or CR LF; the last one may end with the input. It truncates a line that is too long, so
 * no input can use more memory than its arrays. Not thread-safe.
 */
final class LineReader {
    /** The most bytes of a line, without its end. */
    static final int MAX_LINE_LENGTH = 64 * 1024;

    private final InputStream input;
    private final byte[] buffer = new byte[MAX_LINE_LENGTH];
    private int position;
    private int limit;
    private final byte[] line = new byte[MAX_LINE_LENGTH];
    private int length;
    private boolean isTooLong;

    /** The reader does not close the input. */
    LineReader(InputStream input) {
        this.input = input;
    }

    /** {@return whether there is one more line} It is valid until the next call. */
    boolean next() throws IOException {
        length = 0;
        isTooLong = false;
        boolean hasLine = false;
        boolean hasEnded = false;
        while (!hasEnded && (position < limit || fill())) {
            hasLine = true;
            int begin = position;
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
            int count = position - begin;
            int kept = Math.min(count, line.length - length);
            System.arraycopy(buffer, begin, line, length, kept);
            length += kept;
            isTooLong |= kept < count;
            hasEnded = position < limit;
            position += hasEnded ? 1 : 0;
        }
        if (!isTooLong && length > 0 && line[length - 1] == '\r') {
            length--;
        }
        return hasLine;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(input.read(buffer), 0);
        return limit > 0;
    }

    /** {@return the array whose first bytes are the line; it changes with the next line} */
    byte[] line() {
        return line;
    }

    int length() {
        return length;
    }

    /** {@return whether these are only the first {@link #MAX_LINE_LENGTH} bytes of the line} */
    boolean isTooLong() {
        return isTooLong;
    }
}
