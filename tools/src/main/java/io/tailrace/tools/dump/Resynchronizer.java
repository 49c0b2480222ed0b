/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import java.util.BitSet;

/**
 * Finds the next frame after damage.
 *
 * <p>Nothing marks the beginning of a frame, but frames follow one another without a gap. So the search takes the first
 * word that reads as the header of a committed frame and from which frame follows frame up to a position where a frame
 * is known to begin: the end of the term, or the tail. By chance such a word may be inside a payload; then the first
 * frame shown is not a message, but the frames after it are. One backward walk over the rest of the term finds the
 * word.
 */
final class Resynchronizer {
    private Resynchronizer() {}

    /**
     * {@return the beginning of the next frame; {@code boundary} if there is none before it} Both are in one term.
     *
     * @param start the first position to check
     * @param boundary a position where a frame is known to begin
     */
    static long find(LogBuffers log, long start, long boundary) {
        BitSet leadsThere = new BitSet(); // Indexed by words, counted back from the boundary.
        leadsThere.set(0);
        long found = boundary;
        for (long position = boundary - FRAME_ALIGNMENT; position >= start; position -= FRAME_ALIGNMENT) {
            long header = log.headerAcquire(position);
            long next = position + step(header);
            if (next > position && next <= boundary && leadsThere.get(words(next, boundary))) {
                leadsThere.set(words(position, boundary));
                found = FrameLayout.length(header) > 0 ? position : found;
            }
        }
        return found;
    }

    /** {@return the distance to the next frame if this is a frame's header; one word for claimed space; else 0} */
    private static long step(long header) {
        int length = FrameLayout.length(header);
        int type = FrameLayout.type(header);
        if (header == 0) {
            return FRAME_ALIGNMENT;
        }
        boolean possible = (type == TYPE_DATA || type == TYPE_PAD) && FrameLayout.flags(header) == 0;
        if (!possible || Math.abs((long) length) < HEADER_LENGTH) {
            return 0;
        }
        return (Math.abs((long) length) + (FRAME_ALIGNMENT - 1)) & -FRAME_ALIGNMENT;
    }

    private static int words(long position, long boundary) {
        return (int) ((boundary - position) / FRAME_ALIGNMENT);
    }
}
