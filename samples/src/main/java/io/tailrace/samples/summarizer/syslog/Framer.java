/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.syslog;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.Arrays;

/**
 * Finds lines in the bytes of a connection, which come in pieces of any length. RFC 6587 has two ways to tell where one
 * ends, and the first byte of each tells which way it is: 1 to 9 begin the number of its bytes, which a space ends;
 * anything else begins a line that ends with a newline, with a carriage return and a newline, or with a NUL. For one
 * thread.
 *
 * <p>A line that comes in one piece is handed over where it lies. Of any other the beginning is kept, and no more than
 * has come of it: so a connection that sends nothing takes up nothing, whatever it has announced.
 */
public final class Framer {
    private static final int MAX_LINE_LENGTH = LineReader.MAX_LINE_LENGTH;
    /** A buffer of this length stays for the next line. */
    private static final int KEPT_BUFFER_LENGTH = 1024;

    private static final byte[] NONE = {};

    private final LineHandler handler;
    private State state = State.BEGIN;
    /** What has come of the line, or of its count. */
    private byte[] partial = NONE;

    private int partialLength;
    /** The count as far as it has come, then how many bytes of the line have not come yet. */
    private int count;

    private enum State {
        /** The next byte is the first one of a line or of a count. */
        BEGIN,
        IN_COUNT,
        IN_COUNTED_LINE,
        IN_LINE,
        /** In the rest of a line that is too long. */
        IN_EXCESS,
        /** Behind a count that is none, where nobody knows any more where a line begins. */
        LOST
    }

    public Framer(LineHandler handler) {
        this.handler = handler;
    }

    /** {@return whether it wants more than these next bytes: if not, no line can be found in what follows} */
    public boolean take(byte[] bytes, int offset, int length) throws InterruptedException {
        int end = offset + length;
        int i = offset;
        while (i < end && state != State.LOST) {
            switch (state) {
                case BEGIN -> state = isDigit(bytes[i]) && bytes[i] != '0' ? State.IN_COUNT : State.IN_LINE;
                case IN_COUNT -> i = takeCount(bytes, i, end);
                case IN_COUNTED_LINE -> i = takeCounted(bytes, i, end);
                case IN_LINE -> i = takeLine(bytes, i, end);
                default -> i = skipExcess(bytes, i, end);
            }
        }
        return state != State.LOST;
    }

    /** The connection has ended: rejects what it has cut. */
    public void end() throws InterruptedException {
        if (state == State.IN_COUNT || state == State.IN_COUNTED_LINE || state == State.IN_LINE) {
            reject(Reject.CUT);
        }
        state = State.LOST;
    }

    /** Each of these returns what is behind the bytes that it has taken. */
    private int takeCount(byte[] bytes, int begin, int end) throws InterruptedException {
        int i = begin;
        while (i < end && isDigit(bytes[i]) && count <= MAX_LINE_LENGTH) {
            count = 10 * count + bytes[i] - '0';
            i++;
        }
        if (count > MAX_LINE_LENGTH || (i < end && bytes[i] != ' ')) {
            keep(bytes, begin, Math.min(endOfLine(bytes, begin, end), begin + MAX_LINE_LENGTH));
            state = State.LOST;
            reject(Reject.BAD_COUNT);
            return end;
        }
        if (i == end) {
            keep(bytes, begin, end);
            return end;
        }
        partialLength = 0;
        state = State.IN_COUNTED_LINE;
        return i + 1;
    }

    private int takeCounted(byte[] bytes, int begin, int end) throws InterruptedException {
        int length = Math.min(count, end - begin);
        count -= length;
        if (count > 0) {
            keep(bytes, begin, end);
        } else {
            handOver(bytes, begin, begin + length);
        }
        return begin + length;
    }

    private int takeLine(byte[] bytes, int begin, int end) throws InterruptedException {
        int lineEnd = endOfLine(bytes, begin, end);
        if (partialLength + lineEnd - begin > MAX_LINE_LENGTH) {
            keep(bytes, begin, begin + MAX_LINE_LENGTH - partialLength);
            state = State.IN_EXCESS;
            reject(Reject.TOO_LONG);
            return lineEnd;
        }
        if (lineEnd == end) {
            keep(bytes, begin, end);
            return end;
        }
        handOver(bytes, begin, lineEnd);
        return lineEnd + 1;
    }

    private int skipExcess(byte[] bytes, int begin, int end) {
        int lineEnd = endOfLine(bytes, begin, end);
        if (lineEnd == end) {
            return end;
        }
        state = State.BEGIN;
        return lineEnd + 1;
    }

    /** Hands over the line of which these are the last bytes. */
    private void handOver(byte[] bytes, int begin, int end) throws InterruptedException {
        state = State.BEGIN;
        if (partialLength == 0) {
            handler.onLine(bytes, begin, lengthWithoutEnding(bytes, begin, end - begin));
        } else {
            keep(bytes, begin, end);
            int length = lengthWithoutEnding(partial, 0, partialLength);
            handler.onLine(takePartial(), 0, length);
        }
    }

    private void reject(Reject reason) throws InterruptedException {
        int length = partialLength;
        handler.onReject(reason, takePartial(), 0, length);
    }

    /** Some who count the bytes of a line count what ends it, too. */
    private static int lengthWithoutEnding(byte[] bytes, int offset, int length) {
        int end = offset + length;
        if (end > offset && (bytes[end - 1] == '\n' || bytes[end - 1] == 0)) {
            end--;
        }
        return (end > offset && bytes[end - 1] == '\r' ? end - 1 : end) - offset;
    }

    private void keep(byte[] bytes, int begin, int end) {
        int needed = partialLength + end - begin;
        if (needed > partial.length) {
            partial = Arrays.copyOf(partial, Math.max(needed, 2 * partial.length));
        }
        System.arraycopy(bytes, begin, partial, partialLength, end - begin);
        partialLength = needed;
    }

    /** Returns what was kept, and keeps nothing from then on. */
    private byte[] takePartial() {
        byte[] taken = partial;
        partialLength = 0;
        partial = taken.length > KEPT_BUFFER_LENGTH ? NONE : taken;
        return taken;
    }

    private static int endOfLine(byte[] bytes, int begin, int end) {
        int i = begin;
        while (i < end && bytes[i] != '\n' && bytes[i] != 0) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }
}
