/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.AtomicBuffer;

/**
 * A range of a buffer: one message of a batch. It is created once and reset for each use, so that an offer allocates
 * nothing. Used by one thread at a time.
 *
 * <p>It is in this package, not next to {@code Publication}, because the log, which does not depend on clients, copies
 * from it.
 */
public final class BufferVector {
    private DirectBuffer buffer = new MappedBuffer();
    private int offset;
    private int length;

    /** Creates an empty range, to be reset. */
    public BufferVector() {}

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

    /** Copies the range to a place in another buffer. */
    public void copyTo(AtomicBuffer target, int index) {
        target.putBytes(index, buffer, offset, length);
    }
}
