/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Figures.Latencies;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.internal.Padded;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one receiver. The same class takes them in every cell, so that each process's poll knows one
 * handler only. A value is a time where latencies are recorded; else its source, which is what one sender sends to one
 * stream, with the number that the message has there, from 1; a negative one says how many a sender has sent: see
 * {@link #end}. One thread.
 */
final class Inbox extends Padded implements Library.Inbox {
    /** Where a message has the time at which it was sent, if it has one. */
    static final int STAMP = Long.BYTES;

    private static final int NUMBER_BITS = 44;
    private static final long NUMBER = (1L << NUMBER_BITS) - 1;

    /** Around the counts of all sources: what lies beside an array may belong to another thread. */
    private static final int MARGIN = 16;

    private long count;
    private long misplaced;
    private long last;
    private long sent;
    private long ends;

    @SuppressWarnings("unused") // only so that no compiler leaves out what is read
    private long sum;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private @Nullable Latencies latencies;
    private boolean readsAll;
    private final int senders;
    private final long[] counts;
    private final long comparedBits;
    private final @Nullable Histogram delays;

    /** Of one sender and one stream, whose messages have no time. */
    Inbox() {
        this(1, 1, -1, null);
    }

    /**
     * Makes it.
     *
     * @param comparedBits the bits of a number that its library carries
     * @param delays of the messages that have a time; null if none has
     */
    Inbox(int senders, int streams, long comparedBits, @Nullable Histogram delays) {
        this.senders = senders;
        this.counts = new long[MARGIN + senders * streams + MARGIN];
        this.comparedBits = comparedBits;
        this.delays = delays;
    }

    /** {@return what a message carries} */
    static long value(int source, long number) {
        return (long) source << NUMBER_BITS | number;
    }

    /** {@return the value of the message after a sender's last one} */
    static long end(long count) {
        return ~count;
    }

    /** Forgets what was, and records from now on, if there is something to record in. */
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
        if (delays != null) {
            long stampNs = buffer.getLong(offset + STAMP);
            if (stampNs != 0) {
                Figures.record(delays, System.nanoTime() - stampNs);
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

    /** {@return how many have come} */
    long count() {
        return count;
    }

    /** {@return how many have come from a source} */
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
     * {@return whether the last one of each sender has come} The end of a sender may come before its last message on
     * another stream.
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
