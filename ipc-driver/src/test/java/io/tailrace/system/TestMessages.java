/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import org.agrona.MutableDirectBuffer;

/**
 * The numbered messages of the tests between processes: length and content follow from the publication and the number,
 * so that a receiver can check a message byte for byte. Lengths are log-uniform from 0 to the longest; both extremes
 * occur now and then.
 */
final class TestMessages {
    private static final int LONGEST_EVERY = 997;
    private static final int EMPTY_EVERY = 991;

    private TestMessages() {}

    static int length(long publisher, long sequence, int maxLength) {
        if (sequence % LONGEST_EVERY == 0) {
            return maxLength;
        }
        if (sequence % EMPTY_EVERY == 0) {
            return 0;
        }
        double uniform = (mix(publisher, sequence) >>> 11) * 0x1.0p-53;
        return (int) Math.exp(uniform * Math.log(maxLength + 1.0)) - 1;
    }

    static void fill(MutableDirectBuffer buffer, int length, long publisher, long sequence) {
        long state = mix(publisher, sequence);
        int index = 0;
        for (; index <= length - Long.BYTES; index += Long.BYTES) {
            state = mix(state, index);
            buffer.putLong(index, state);
        }
        for (; index < length; index++) {
            buffer.putByte(index, (byte) (state >>> index % Long.BYTES));
        }
    }

    /** Steele, Lea and Flood's SplitMix64. */
    private static long mix(long seed, long index) {
        long z = seed + (index + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
