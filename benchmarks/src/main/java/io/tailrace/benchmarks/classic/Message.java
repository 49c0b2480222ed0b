/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

/** A message of 4 bytes, as in the talk: the number of its producer, its index in its burst, whether it is the last. */
final class Message {
    /** Bytes of a message. */
    static final int LENGTH = Integer.BYTES;

    static final int MAX_PRODUCERS = 4;

    private static final int PRODUCER_BITS = 2;

    private Message() {}

    /** {@return the messages of a burst} */
    static int[] burst(int producer, int length) {
        int[] messages = new int[length];
        for (int i = 0; i < length; i++) {
            messages[i] = i << (PRODUCER_BITS + 1) | producer << 1 | (i == length - 1 ? 1 : 0);
        }
        return messages;
    }

    static int index(int message) {
        return message >>> (PRODUCER_BITS + 1);
    }

    static int producer(int message) {
        return message >>> 1 & MAX_PRODUCERS - 1;
    }

    static boolean isLast(int message) {
        return (message & 1) != 0;
    }
}
