/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;

/**
 * One long of a {@link MappedBuffer}, for words that every message reads or writes: its place is checked once, on
 * creation. It keeps the memory mapped. Any thread.
 */
@SuppressWarnings("ReachabilityFenceUsage") // As in RawMemory.
public final class MappedLong {
    private final MappedBuffer buffer;
    private final int index;
    /** It keeps the memory mapped, even if the buffer is wrapped again. */
    private final RawMemory raw;
    /** The address of the long, or 0 if it is not read by its address. */
    private final long readAt;

    private final long writtenAt;

    /**
     * Creates an accessor for the long at an index.
     *
     * @throws IndexOutOfBoundsException if it does not lie within the buffer
     * @throws IllegalArgumentException if it is not aligned
     */
    public MappedLong(MappedBuffer buffer, int index) {
        if (index % Long.BYTES != 0) {
            throw new IllegalArgumentException("long not aligned: index=" + index);
        }
        int inMemory = buffer.range(index, Long.BYTES);
        this.buffer = buffer;
        this.index = index;
        this.raw = buffer.raw;
        boolean aligned = inMemory % Long.BYTES == 0;
        this.readAt = aligned && RawMemory.reads(raw, inMemory, Long.BYTES) ? raw.address(inMemory) : 0;
        this.writtenAt = RawMemory.writes(raw, inMemory, Long.BYTES) ? readAt : 0;
    }

    public long getAcquire() {
        if (readAt == 0) {
            return buffer.getLongAcquire(index);
        }
        long value = ByAddress.getLongVolatile(readAt);
        Reference.reachabilityFence(raw);
        return value;
    }

    public void setRelease(long value) {
        if (writtenAt == 0) {
            buffer.putLongRelease(index, value);
            return;
        }
        ByAddress.putLongRelease(writtenAt, value);
        Reference.reachabilityFence(raw);
    }

    public long getAndAdd(long delta) {
        if (writtenAt == 0) {
            return buffer.getAndAddLong(index, delta);
        }
        long before = ByAddress.getAndAddLong(writtenAt, delta);
        Reference.reachabilityFence(raw);
        return before;
    }
}
