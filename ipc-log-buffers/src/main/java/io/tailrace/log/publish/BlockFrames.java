/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.memory.TermMemory;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Writes a block of whole frames into a term, except the header of the first one. */
final class BlockFrames {
    private static final long OWNER_MASK = FrameLayout.header(0, 0, 0xFFFF);

    private BlockFrames() {}

    static void checkLength(long length, int max) {
        if (length < HEADER_LENGTH || length > max || length % FrameLayout.FRAME_ALIGNMENT != 0) {
            throw new IllegalArgumentException("no length of whole frames: length=" + length + ", max=" + max);
        }
    }

    static void requirePlace(LogBuffers log, long tail, long position, int length) {
        if (position != tail) {
            throw new IllegalStateException("the mirror continues at another position: stream="
                    + log.constants().stream() + ", log=" + log.constants().logId() + ", position=" + tail
                    + ", asked for=" + position);
        }
        if (length > log.remaining(position)) {
            throw new IllegalArgumentException("frames beyond the end of a term: position=" + position + ", length="
                    + length + ", termLength=" + log.termLength());
        }
    }

    /**
     * Copies a block, and makes a publisher the owner of each frame.
     *
     * @return the header of the first frame, which the caller must release
     * @throws IllegalArgumentException if the lengths of the frames do not add up to that of the block
     */
    static long write(TermMemory term, long position, DirectBuffer block, int offset, int length, int slot) {
        long first = owned(block.getLong(offset, ByteOrder.LITTLE_ENDIAN), slot);
        term.putBytes(position, HEADER_LENGTH, block, offset + HEADER_LENGTH, length - HEADER_LENGTH);
        int begin = term.offset(position);
        int at = next(first, 0, length);
        while (at < length) {
            long header = owned(term.buffer().getLong(begin + at), slot);
            term.buffer().putLong(begin + at, header);
            at = next(header, at, length);
        }
        return first;
    }

    private static long owned(long header, int slot) {
        return (header & ~OWNER_MASK) | FrameLayout.header(0, 0, slot);
    }

    private static int next(long header, int at, int length) {
        int frameLength = FrameLayout.length(header);
        if (!FrameLayout.isFrame(header, length - at)) {
            throw new IllegalArgumentException(
                    "no frame in the block: at=" + at + ", frameLength=" + frameLength + ", length=" + length);
        }
        return at + FrameLayout.align(frameLength);
    }
}
