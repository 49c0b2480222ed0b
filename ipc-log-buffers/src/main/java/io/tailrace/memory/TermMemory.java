/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * The memory of a term, addressed by positions of a log: only the low bits of a position count, without the lowest
 * three. So a header is always inside and always aligned, and access to it needs no check. It keeps the memory mapped.
 * Any thread.
 */
@SuppressWarnings("ReachabilityFenceUsage") // As in RawMemory.
public final class TermMemory {
    /** The absence of a term: it reads as if nothing was ever written, and refuses writes. */
    public static final TermMemory NONE = new TermMemory(new MappedBuffer(ByteBuffer.allocateDirect(2 * Long.BYTES)
            .alignedSlice(Long.BYTES)
            .slice(0, 8)
            .asReadOnlyBuffer()));

    private static final int LINE_LENGTH = 64;

    private final MappedBuffer buffer;
    /** It keeps the memory mapped, even if the buffer is wrapped again. */
    private final RawMemory raw;

    private final long mask;
    /** The address at which it begins, or 0 if it is not reached by its address. */
    private final long readAt;

    private final long writtenAt;

    /**
     * Creates one.
     *
     * @throws IllegalArgumentException if the capacity of the buffer is not a power of two
     */
    public TermMemory(MappedBuffer buffer) {
        int length = buffer.capacity();
        if (length < Long.BYTES || Integer.bitCount(length) != 1) {
            throw new IllegalArgumentException("not the memory of a term: length=" + length);
        }
        int inMemory = buffer.range(0, length);
        boolean aligned = inMemory % Long.BYTES == 0;
        this.buffer = buffer;
        this.raw = buffer.raw;
        this.mask = (long) length - Long.BYTES;
        this.readAt = aligned && RawMemory.reads(raw, inMemory, length) ? raw.address(inMemory) : 0;
        this.writtenAt = RawMemory.writes(raw, inMemory, length) ? readAt : 0;
    }

    public MappedBuffer buffer() {
        return buffer;
    }

    /** {@return the offset of a position in the term} */
    public int offset(long position) {
        return (int) (position & mask);
    }

    /** {@return the bytes from a position to the end of the term} */
    public int remaining(long position) {
        return (int) (mask + Long.BYTES - (position & mask));
    }

    public long headerAcquire(long position) {
        if (readAt == 0) {
            return buffer.getLongAcquire(offset(position));
        }
        long header = ByAddress.getLongVolatile(readAt + (position & mask));
        Reference.reachabilityFence(raw);
        return header;
    }

    public void headerRelease(long position, long header) {
        if (writtenAt == 0) {
            buffer.putLongRelease(offset(position), header);
            return;
        }
        ByAddress.putLongRelease(writtenAt + (position & mask), header);
        Reference.reachabilityFence(raw);
    }

    /**
     * Fetches the last cache line of a short claim that has several, by a zero over the zero at its end. Otherwise it
     * would be fetched after the header is stored, while readers take the first line, which holds no message yet; and
     * the publisher would have to fetch that one again for its commit.
     */
    public void fetchEnd(long position, int length) {
        long last = (position + length - Long.BYTES) & mask;
        boolean isShort = length <= 4 * LINE_LENGTH; // The hardware fetches the lines of a longer copy ahead.
        if (isShort && ((position ^ last) & mask & -LINE_LENGTH) != 0 && writtenAt != 0) {
            ByAddress.putLong(writtenAt + last, 0);
            Reference.reachabilityFence(raw);
        }
    }

    /**
     * Copies bytes to a place after a position.
     *
     * @throws IndexOutOfBoundsException if they do not lie within the source, or the destination does not lie within
     *     the term
     */
    public void putBytes(long position, int after, DirectBuffer source, int index, int length) {
        int to = offset(position) + after;
        boolean isWords = writtenAt != 0 && ByAddress.isShort(length) && to >= 0 && to <= mask + Long.BYTES - length;
        if (isWords && source instanceof MappedBuffer mapped) {
            int from = mapped.at(index, length);
            RawMemory memory = mapped.raw; // Read once: it is checked, and then used.
            if (RawMemory.reads(memory, from, length)) {
                ByAddress.copyWords(null, memory.address(from), writtenAt + to, length);
                Reference.reachabilityFence(memory);
                Reference.reachabilityFence(raw);
                return;
            }
        } else if (isWords) {
            ByAddress.copyWords(source, index, writtenAt + to, length);
            Reference.reachabilityFence(raw);
            return;
        }
        buffer.putBytes(to, source, index, length);
    }
}
