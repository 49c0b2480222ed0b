/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.peer.Library;
import org.agrona.DirectBuffer;

/**
 * Takes the messages of one receiver and checks that each is the successor of the last one. The same class takes them
 * in every workload, so that each fork's poll knows one handler only. One thread.
 *
 * <p>A value is a number, shifted left by one, and whether an answer is wanted.
 */
final class Inbox implements Library.Inbox {
    private static final int COUNT = 16;
    private static final int MISPLACED = 17;
    private static final int LAST = 18;
    private static final int SUM = 19;

    /** In the middle of an array, because what lies beside an object may belong to the other thread. */
    private final long[] state = new long[36];

    private boolean readsAll;

    static long value(long number, boolean answerWanted) {
        return number << 1 | (answerWanted ? 1 : 0);
    }

    /** Between slices: whether it reads every byte of a message, or its first word only. */
    void readAll(boolean all) {
        readsAll = all;
    }

    @Override
    public void take(DirectBuffer buffer, int offset, int length) {
        take(buffer.getLong(offset));
        if (readsAll) {
            state[SUM] += sum(buffer, offset, length);
        }
    }

    @Override
    public void take(long value) {
        long number = state[COUNT];
        if (value >>> 1 != number) {
            state[MISPLACED]++;
        }
        state[COUNT] = number + 1;
        state[LAST] = value;
    }

    private static long sum(DirectBuffer buffer, int offset, int length) {
        long sum = 0;
        for (int i = offset; i < offset + length; i += Long.BYTES) {
            sum += buffer.getLong(i);
        }
        return sum;
    }

    long count() {
        return state[COUNT];
    }

    /** @throws IllegalStateException if a message was lost, repeated or out of order */
    void check(long sent) {
        Library.Inbox.check(sent, count(), state[MISPLACED]);
    }

    boolean isAnswerWanted() {
        return (state[LAST] & 1) != 0;
    }
}
