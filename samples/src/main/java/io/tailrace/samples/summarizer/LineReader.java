/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines that end with a newline, or with a carriage return and a newline; the last one may end with the input.
 * Of a line that is too long it keeps the beginning and skips the rest, so that no input can take up more memory than
 * its buffer. For one thread.
 */
final class LineReader {
    /** Bytes of a line, without what ends it. */
    public static final int MAX_LINE_LENGTH = 64 * 1024;

    private static final int BUFFER_LENGTH = 4 * MAX_LINE_LENGTH;

    private final InputStream input;
    private final byte[] buffer = new byte[BUFFER_LENGTH];
    private int position;
    private int limit;
    private int offset;
    private int length;
    private boolean isTooLong;

    /** The reader does not close the input. */
    public LineReader(InputStream input) {
        this.input = input;
    }

    /** {@return whether there is one more line} It is there until the next call. */
    public boolean next() throws IOException {
        offset = position;
        int end = findEnd();
        isTooLong = end - offset > MAX_LINE_LENGTH;
        length = Math.min(end - offset, MAX_LINE_LENGTH);
        boolean hasLine = end < limit || end > offset;
        if (end < limit) {
            position = end + 1;
        } else {
            position = limit;
            if (isTooLong) {
                skipToNewline();
            }
        }
        if (!isTooLong && length > 0 && buffer[offset + length - 1] == '\r') {
            length--;
        }
        return hasLine;
    }

    /** Returns where the line ends; the limit if the input ends there, or if it is clear that the line is too long. */
    private int findEnd() throws IOException {
        int end = newlineIn(offset, limit);
        while (end == limit && limit - offset <= MAX_LINE_LENGTH) {
            int seen = limit - offset;
            if (!fill()) {
                return limit;
            }
            end = newlineIn(offset + seen, limit);
        }
        return end;
    }

    private int newlineIn(int from, int to) {
        int i = from;
        while (i < to && buffer[i] != '\n') {
            i++;
        }
        return i;
    }

    /** Moves what is unread to the front where there is no room behind it. Returns whether there was more to read. */
    private boolean fill() throws IOException {
        if (limit == buffer.length) {
            moveToFront();
        }
        int count = input.read(buffer, limit, buffer.length - limit);
        limit += Math.max(count, 0);
        return count > 0;
    }

    private void moveToFront() {
        System.arraycopy(buffer, offset, buffer, 0, limit - offset);
        limit -= offset;
        offset = 0;
    }

    /** Reads over the rest of a line, into the room behind the part of it that is kept. */
    private void skipToNewline() throws IOException {
        moveToFront();
        int kept = MAX_LINE_LENGTH;
        do {
            position = kept;
            int count = input.read(buffer, kept, buffer.length - kept);
            limit = kept + Math.max(count, 0);
            if (count < 0) {
                return;
            }
            position = newlineIn(kept, limit) + 1;
        } while (position > limit);
    }

    /** {@return the array that the line is in; it changes with the next line} */
    public byte[] bytes() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    /** {@return whether these are only the first {@link #MAX_LINE_LENGTH} bytes of the line} */
    public boolean isTooLong() {
        return isTooLong;
    }

    /** {@return a copy of the line} */
    public byte[] copy() {
        return Arrays.copyOfRange(buffer, offset, offset + length);
    }
}
