/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import io.tailrace.benchmarks.peer.Library;
import io.tailrace.memory.Padded;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;

/**
 * Takes the messages of one subscriber, checks that each is the successor of its source's last one, and notes how long
 * those took that carry the time. A source is what one publisher sends to one stream. One thread.
 */
final class Inbox extends Padded implements Library.Inbox {
    /** Bytes of a message: its number, and when it was sent. */
    static final int LENGTH = 32;

    static final int STAMP = Long.BYTES;
    private static final int NUMBER_BITS = 44;
    private static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);

    /** Around the numbers of all sources: what lies beside an array may belong to another thread. */
    private static final int MARGIN = 16;

    private long count;
    private long misplaced;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final long[] next;
    private final Histogram latency = new Histogram(LONGEST_NS, 2);

    Inbox(int sources) {
        next = new long[MARGIN + sources + MARGIN];
    }

    /** {@return what a message carries} */
    static long value(int source, long number) {
        return (long) source << NUMBER_BITS | number;
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        take(buffer.getLong(offset), buffer.getLong(offset + STAMP));
    }

    @Override
    public void take(long value) {
        take(value, 0);
    }

    void take(long value, long stampNs) {
        int place = MARGIN + (int) (value >>> NUMBER_BITS);
        long number = value & (1L << NUMBER_BITS) - 1;
        if (number != next[place]) {
            misplaced++;
        }
        next[place] = number + 1;
        count++;
        if (stampNs != 0) {
            latency.recordValue(Math.min(Math.max(0, System.nanoTime() - stampNs), LONGEST_NS));
        }
    }

    /** {@return how many messages it has taken} */
    long count() {
        return count;
    }

    /** {@return how long messages took since it was reset, in ns} */
    Histogram latency() {
        return latency;
    }

    /** @throws IllegalStateException if a message was lost, repeated or out of order */
    void check(long sent) {
        Library.Inbox.check(sent, count, misplaced);
    }
}
