/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.peer.Library;

/**
 * Checks that each message is the successor of the last one of its stream. The first 8 bytes of a message are its
 * stream and its number. One thread takes; others ask when that has ended.
 */
final class Sequences implements Library.Inbox {
    private static final int STREAM_SHIFT = 48;

    private final long[] next;
    private long count;
    private long misplaced;

    Sequences(int streams) {
        next = new long[streams];
    }

    static long value(int stream, long number) {
        return (long) stream << STREAM_SHIFT | number;
    }

    @Override
    public void take(long value) {
        int stream = (int) (value >>> STREAM_SHIFT);
        long number = value - value(stream, 0);
        if (number != next[stream]) {
            misplaced++;
        }
        next[stream] = number + 1;
        count++;
    }

    long count() {
        return count;
    }

    /** {@return how many messages were not the successor of the one before} */
    long misplaced() {
        return misplaced;
    }
}
