/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

/**
 * A message of {@code bench}, in native byte order:
 *
 * <pre>
 *   offset  size  field
 *        0     8  word: bit 63 set in the last message of a publisher; bits 48 to 62: which publisher, 0 and up;
 *                 the others: number, 0 and up, in the last message how many there were before it
 *        8     8  only where latency is measured: when it was due, by System.nanoTime() (one clock for all
 *                 processes of a host)
 *        -     -  zeros, up to the size that was asked for
 * </pre>
 */
final class BenchMessage {
    static final int WORD_OFFSET = 0;
    static final int DUE_OFFSET = 8;

    static final int MIN_LENGTH = 8;
    static final int MIN_TIMED_LENGTH = 16;

    private static final int PUBLISHER_SHIFT = 48;
    private static final long NUMBER_MASK = (1L << PUBLISHER_SHIFT) - 1;
    private static final int PUBLISHER_MASK = 0x7fff;

    private BenchMessage() {}

    static long word(int publisher, long number) {
        return (long) publisher << PUBLISHER_SHIFT | number;
    }

    static long lastWord(int publisher, long count) {
        return Long.MIN_VALUE | word(publisher, count);
    }

    static boolean isLast(long word) {
        return word < 0;
    }

    static int publisher(long word) {
        return (int) (word >>> PUBLISHER_SHIFT) & PUBLISHER_MASK;
    }

    static long number(long word) {
        return word & NUMBER_MASK;
    }
}
