/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Latencies;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.memory.Padded;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the messages of one receiver. The same class takes them in every cell, so that each process's poll knows one
 * handler only. A value is a time where latencies are recorded, else the number of the message, from 1; a negative one
 * says how many there were: see {@link #end}. Of several streams each has a message in turn. One thread.
 */
final class Inbox extends Padded implements Library.Inbox {
    private static final long UNKNOWN = -1;

    private long count;
    private long misplaced;
    private long last;
    private long sent = UNKNOWN;

    @SuppressWarnings("unused") // only so that no compiler leaves out what is read
    private long sum;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private @Nullable Latencies latencies;
    private boolean readsAll;
    private final long[] next;

    Inbox(int streams) {
        next = new long[streams];
        begin(null);
    }

    /** {@return the value of the message behind the last one} */
    static long end(long count) {
        return ~count;
    }

    /** Forgets what was, and records from now on, if there is something to record in. */
    void begin(@Nullable Latencies newLatencies) {
        latencies = newLatencies;
        count = 0;
        misplaced = 0;
        last = 0;
        sent = UNKNOWN;
        Arrays.setAll(next, stream -> stream + 1);
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
            sent = ~value;
            return;
        }
        count++;
        if (latencies != null) {
            latencies.record(value);
        } else if (next.length == 1 ? value != count : isMisplaced(value)) {
            misplaced++;
        }
    }

    private boolean isMisplaced(long value) {
        int stream = (int) ((value - 1) % next.length);
        long expected = next[stream];
        next[stream] = value + next.length;
        return value != expected;
    }

    /** {@return how many have come} */
    long count() {
        return count;
    }

    /** {@return the last value} */
    long last() {
        return last;
    }

    /**
     * {@return whether the last one has come} The end of one stream may come before the last message of another one.
     *
     * @throws IllegalStateException if a message was lost, repeated or out of order
     */
    boolean isEnded() {
        if (sent == UNKNOWN || (next.length > 1 && count < sent)) {
            return false;
        }
        Library.Inbox.check(sent, count, misplaced);
        return true;
    }
}
