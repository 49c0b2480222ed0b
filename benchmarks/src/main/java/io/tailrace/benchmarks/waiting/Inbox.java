/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.peer.Library;
import java.util.Objects;
import java.util.stream.LongStream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one subscriber, by one thread after the other. A message is its number, and the time from which
 * its delay counts; a negative number says how many there were.
 */
final class Inbox implements Library.Inbox {
    /** Where a message has the time. */
    static final int TIME_OFFSET = Long.BYTES;

    /** By stream: the number that its next message has. The streams have a message each in turn. */
    private final long[] next;

    private long received;
    private long misplaced;
    private long expected;
    /** Volatile: what begins a run is seen by the thread that takes its messages. */
    private volatile @Nullable Wakes wakes;

    Inbox(int streams) {
        next = new long[streams];
    }

    /** {@return the number behind the last one} */
    static long end(long count) {
        return ~count;
    }

    /** A run begins: none of its messages has been sent yet, and all of the former one have come. */
    void begin(Wakes newWakes) {
        System.arraycopy(LongStream.range(0, next.length).toArray(), 0, next, 0, next.length);
        received = 0;
        misplaced = 0;
        expected = Long.MAX_VALUE;
        wakes = newWakes;
    }

    @Override
    public void take(long number) {
        throw new IllegalStateException("a message without a time: number=" + number);
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        Wakes current = Objects.requireNonNull(wakes, "begun before");
        long number = buffer.getLong(offset);
        if (number >= 0) {
            current.record(number, System.nanoTime() - buffer.getLong(offset + TIME_OFFSET));
            int stream = (int) (number % next.length);
            if (number != next[stream]) {
                misplaced++;
            }
            next[stream] = number + next.length;
            received++;
        } else {
            expected = end(number);
        }
        if (received == expected) { // The end of one stream may come before the last message of another one.
            current.end(misplaced);
        }
    }
}
