/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.memory.MappedBuffer;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The messages of a burst in a buffer, for those who copy bytes: encoded once, as queues get boxed ones. */
final class EncodedBurst {
    private static final int STRIDE = Long.BYTES;
    private static final int CACHE_LINES = 128;

    private EncodedBurst() {}

    /** {@return where a message of the burst begins} */
    static int offset(int index) {
        return index * STRIDE;
    }

    /** {@return the burst in the buffer that Agrona's and Aeron's own benchmarks use} */
    static UnsafeBuffer agrona(int... burst) {
        return fill(new UnsafeBuffer(BufferUtil.allocateDirectAligned(length(burst), CACHE_LINES)), burst);
    }

    /** {@return the burst in a buffer that needs no flag of the JVM} */
    static MappedBuffer tailrace(int... burst) {
        return fill(MappedBuffer.allocate(length(burst)), burst);
    }

    private static int length(int... burst) {
        return offset(burst.length) + CACHE_LINES; // Nobody else's memory shares a line with it.
    }

    private static <T extends MutableDirectBuffer> T fill(T buffer, int... burst) {
        for (int i = 0; i < burst.length; i++) {
            buffer.putInt(offset(i), burst[i]);
        }
        return buffer;
    }
}
