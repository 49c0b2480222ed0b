/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A range of a buffer: one part of a gathered message, or one message of a batch. Made once and reset for each use, so
 * that an offer allocates nothing. One thread at a time.
 */
public final class BufferVector {
    private DirectBuffer buffer = new MappedBuffer();
    private int offset;
    private int length;

    /**
     * Points at a range of a buffer.
     *
     * @throws IndexOutOfBoundsException if the buffer has no such range
     */
    public BufferVector reset(DirectBuffer buffer, int offset, int length) {
        buffer.boundsCheck(offset, length);
        this.buffer = buffer;
        this.offset = offset;
        this.length = length;
        return this;
    }

    public DirectBuffer buffer() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    void copyTo(AtomicBuffer target, int index) {
        target.putBytes(index, buffer, offset, length);
    }
}
