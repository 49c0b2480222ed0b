/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.testing;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Messages that say what they are: each has the number of its publisher, its generation, its own number in it, and
 * bytes that follow from both. Those of generation 0 have the two numbers only.
 */
public final class Numbered {
    public static final int MIN_LENGTH = 16;
    public static final int MAX_LENGTH = 1_000;

    private Numbered() {}

    /** Writes a message. {@return its length} */
    public static int write(MutableDirectBuffer message, long generation, long number) {
        int length = length(generation, number);
        message.putLong(0, generation);
        message.putLong(Long.BYTES, number);
        for (int i = MIN_LENGTH; i < length; i += Long.BYTES) {
            message.putLong(i, word(generation, number, i));
        }
        return length;
    }

    public static long generation(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset);
    }

    public static long number(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + Long.BYTES);
    }

    /** Throws an AssertionError if the bytes of a message are not those that were sent. */
    public static void check(DirectBuffer buffer, int offset, int length) {
        long generation = generation(buffer, offset);
        long number = number(buffer, offset);
        boolean isWhole = length == length(generation, number);
        for (int i = MIN_LENGTH; isWhole && i < length; i += Long.BYTES) {
            isWhole = buffer.getLong(offset + i) == word(generation, number, i);
        }
        if (!isWhole) {
            throw new AssertionError("torn: generation=" + generation + ", number=" + number + ", length=" + length);
        }
    }

    private static int length(long generation, long number) {
        return generation == 0
                ? MIN_LENGTH
                : MIN_LENGTH + (int) (word(generation, number, 1) % (MAX_LENGTH - MIN_LENGTH)) / 8 * 8;
    }

    private static long word(long generation, long number, int index) {
        return (((generation << 40) + (number << 10) + index) * 0x9E3779B97F4A7C15L) >>> 1;
    }
}
