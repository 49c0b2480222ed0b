/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.bridge.LinkMessages.BadMessageException;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Checks that bytes from the other end are valid frames of a log, by the rules of {@code FORMAT.md}. A mirror takes
 * only valid frames, so its readers find a sound log whatever bytes a link delivers.
 */
final class FrameCheck {
    private FrameCheck() {}

    /**
     * Checks a block: whole committed frames of one term.
     *
     * @param position the position of the first frame in its log
     * @param wanted the position of the first wanted frame, at or after {@code position}; earlier frames are in the
     *     mirror already
     * @return the offset at which the frame at {@code wanted} begins
     * @throws BadMessageException if the bytes are no block of a log
     */
    static int check(DirectBuffer buffer, int offset, int length, long position, long wanted, int termLength) {
        checkRange("no block of a log", position, length, termLength);
        int from = position == wanted ? offset : -1;
        int end = offset + length;
        int at = offset;
        while (at < end) {
            long header = buffer.getLong(at, ByteOrder.LITTLE_ENDIAN);
            int frameLength = FrameLayout.length(header);
            boolean isData = FrameLayout.type(header) == FrameLayout.TYPE_DATA;
            if (!FrameLayout.isFrame(header, end - at)
                    || (isData && frameLength > termLength / LogLayout.LONGEST_FRAMES_PER_TERM)
                    || FrameLayout.flags(header) != 0) {
                throw bad(
                        "no frame: header=0x" + Long.toHexString(header), position + (at - offset), length, termLength);
            }
            at += FrameLayout.align(frameLength);
            if (position + (at - offset) == wanted) {
                from = at;
            }
        }
        if (from < 0) {
            throw bad("no frame begins where one did: wanted=" + wanted, position, length, termLength);
        }
        return from;
    }

    /** Checks that a block, or a padding, lies within one term. */
    static void checkRange(String problem, long position, long length, int termLength) {
        if (position < 0
                || position % FrameLayout.FRAME_ALIGNMENT != 0
                || length < FrameLayout.HEADER_LENGTH
                || length % FrameLayout.FRAME_ALIGNMENT != 0
                || length > termLength - position % termLength) {
            throw bad(problem, position, length, termLength);
        }
    }

    private static BadMessageException bad(String problem, long position, long length, int termLength) {
        return new BadMessageException(
                problem + ", position=" + position + ", length=" + length + ", termLength=" + termLength);
    }
}
