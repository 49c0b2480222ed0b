/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.memory.MappedBuffer;
import org.agrona.DirectBuffer;

/**
 * The messages of these tests: each has the number of its publisher, its generation, its own number in it, and bytes
 * that follow from both.
 */
final class Numbered {
    static final int MIN_LENGTH = 16;
    static final int MAX_LENGTH = 1_000;

    private Numbered() {}

    /** Writes a message. {@return its length} */
    static int write(MappedBuffer message, long generation, long number) {
        int length = length(generation, number);
        message.putLong(0, generation);
        message.putLong(Long.BYTES, number);
        for (int i = MIN_LENGTH; i < length; i += Long.BYTES) {
            message.putLong(i, word(generation, number, i));
        }
        return length;
    }

    /** @throws AssertionError if its bytes are not those that were sent */
    static void check(DirectBuffer buffer, int offset, int length) {
        long generation = buffer.getLong(offset);
        long number = buffer.getLong(offset + Long.BYTES);
        boolean isWhole = length == length(generation, number);
        for (int i = MIN_LENGTH; isWhole && i < length; i += Long.BYTES) {
            isWhole = buffer.getLong(offset + i) == word(generation, number, i);
        }
        if (!isWhole) {
            throw new AssertionError("torn: generation=" + generation + ", number=" + number + ", length=" + length);
        }
    }

    private static int length(long generation, long number) {
        return MIN_LENGTH + (int) (word(generation, number, 1) % (MAX_LENGTH - MIN_LENGTH)) / 8 * 8;
    }

    private static long word(long generation, long number, int index) {
        return (((generation << 40) + (number << 10) + index) * 0x9E3779B97F4A7C15L) >>> 1;
    }
}
