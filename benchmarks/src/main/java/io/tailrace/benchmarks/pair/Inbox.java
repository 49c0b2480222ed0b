/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Figures.Latencies;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.internal.Padded;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one receiver. The same class takes them in every cell, so each process's poll has one handler
 * class only. If latencies are recorded, a value is a time. Else it has the source, which is one sender on one stream,
 * and the message's number there, from 1. A negative value is the number of a sender's messages: see {@link #end}. One
 * thread.
 */
final class Inbox extends Padded implements Library.Inbox {
    private static final int NUMBER_BITS = 44;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    /** Padding around the counts of all sources: the memory beside an array may belong to another thread. */
    private static final int MARGIN = 16;

    private long count;
    private long misplaced;
    private long last;
    private long sent;
    private long ends;

    @SuppressWarnings("unused") // only so that no compiler removes the reads
    private long sum;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private @Nullable Latencies latencies;
    private boolean readsAll;
    private final int senders;
    private final long[] counts;
    private final long comparedBits;

    /** The source of one sender and one stream. */
    Inbox() {
        this(1, 1, -1);
    }

    /**
     * Creates an inbox.
     *
     * @param comparedBits the bits of a number that its library carries
     */
    Inbox(int senders, int streams, long comparedBits) {
        this.senders = senders;
        this.counts = new long[MARGIN + senders * streams + MARGIN];
        this.comparedBits = comparedBits;
    }

    /** {@return the value of a message} */
    static long value(int source, long number) {
        return (long) source << NUMBER_BITS | number;
    }

    /** {@return the value of the message after a sender's last one} */
    static long end(long count) {
        return ~count;
    }

    /** Resets, and records from now on, if there is a recorder. */
    void begin(@Nullable Latencies newLatencies) {
        latencies = newLatencies;
        count = 0;
        misplaced = 0;
        last = 0;
        sent = 0;
        ends = 0;
        Arrays.fill(counts, 0);
    }

    /** Between slices: whether it reads every byte of a message, or its first word only. */
    void readAll(boolean all) {
        readsAll = all;
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        if (readsAll) {
            for (int i = offset; i < offset + length; i += Long.BYTES) {
                sum += buffer.getLong(i);
            }
        }
        take(buffer.getLong(offset));
    }

    @Override
    public void take(long value) {
        last = value;
        if (value < 0) {
            sent += ~value;
            ends++;
            return;
        }
        count++;
        if (latencies != null) {
            latencies.record(value);
            return;
        }
        int source = MARGIN + (int) (value >>> NUMBER_BITS);
        long number = ++counts[source];
        if ((((value & NUMBER) ^ number) & comparedBits) != 0) {
            misplaced++;
        }
    }

    /** {@return the number of messages} */
    long count() {
        return count;
    }

    /** {@return the number of messages of a source} */
    long count(int source) {
        return counts[MARGIN + source];
    }

    /** {@return the last value} */
    long last() {
        return last;
    }

    /** {@return whether the last value is that number} */
    boolean isLast(long number) {
        return ((last ^ number) & comparedBits) == 0;
    }

    /**
     * {@return whether the last message of each sender has arrived} The end of a sender may arrive before its last
     * message on another stream.
     *
     * @throws IllegalStateException if a message was lost, repeated or out of order
     */
    boolean isEnded() {
        if (ends < senders || (counts.length > 2 * MARGIN + 1 && count < sent)) {
            return false;
        }
        Library.Inbox.check(sent, count, misplaced);
        return true;
    }
}
