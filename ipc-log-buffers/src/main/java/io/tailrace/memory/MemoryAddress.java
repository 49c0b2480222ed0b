/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.nio.ByteBuffer;
import org.agrona.BufferUtil;

/**
 * Where memory lies, for buffers that read by address: Agrona's {@code UnsafeBuffer} asks when it wraps a
 * {@link MappedBuffer}. A program can only have such a buffer where the JVM flag is set that Agrona's own access takes,
 * and that same access is used here. The only class that initialises it, and nothing of Tailrace calls it.
 */
final class MemoryAddress {
    private MemoryAddress() {}

    /**
     * {@return the address of the first byte of direct memory, or the offset of that of an array}
     *
     * @throws LinkageError if the JVM flag is not set
     * @throws IllegalArgumentException if it is read-only heap memory, which shows nobody its array
     */
    static long of(ByteBuffer memory) {
        return memory.hasArray() ? BufferUtil.ARRAY_BASE_OFFSET + memory.arrayOffset() : BufferUtil.address(memory);
    }
}
