/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A set of small numbers. Each number that was added is taken by one thread. Any thread. */
final class ReadySet {
    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;

    ReadySet(int size) {
        words = new long[(size + Long.SIZE - 1) / Long.SIZE];
    }

    /** Adds a number that is not in the set. The thread that takes it sees what the caller stored before. */
    void add(int number) {
        WORDS.getAndBitwiseOr(words, number / Long.SIZE, 1L << number);
    }

    /**
     * Takes a number out of the set, the next one from a start on.
     *
     * @return the number, or -1 if the set is empty
     */
    int take(int start) {
        int first = Integer.remainderUnsigned(start, words.length * Long.SIZE);
        int count = words.length;
        for (int i = 0; i <= count; i++) {
            int index = (first / Long.SIZE + i) % count;
            long mask = i == 0 ? -1L << first : -1L;
            int number = takeFrom(index, mask);
            if (number >= 0) {
                return number;
            }
        }
        return -1;
    }

    private int takeFrom(int index, long mask) {
        while (true) {
            long candidates = (long) WORDS.getVolatile(words, index) & mask;
            if (candidates == 0) {
                return -1;
            }
            long bit = Long.lowestOneBit(candidates);
            if (((long) WORDS.getAndBitwiseAnd(words, index, ~bit) & bit) != 0) {
                return index * Long.SIZE + Long.numberOfTrailingZeros(bit);
            }
        }
    }

    boolean isEmpty() {
        for (int i = 0; i < words.length; i++) {
            if ((long) WORDS.getVolatile(words, i) != 0) {
                return false;
            }
        }
        return true;
    }
}
