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
 * Finds the next frame behind damage.
 *
 * <p>Nothing marks the beginning of a frame, but frames lie one behind the other without a gap. So it takes the first
 * word that reads as the header of a committed frame and from which frame follows frame up to a place that is known to
 * begin one: the end of the term, or the tail. Such a word may by chance stand inside a payload; then what is shown
 * first is no message, but what follows are. One walk backwards over the rest of the term finds it.
 */
final class Resynchronizer {
    private Resynchronizer() {}

    /**
     * {@return where the next frame begins; {@code boundary} if there is none before it} Both are in one term.
     *
     * @param start the first position to look at
     * @param boundary where a frame is known to begin
     */
    static long find(LogBuffers log, long start, long boundary) {
        BitSet leadsThere = new BitSet(); // By words, counted back from the boundary.
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

    /** {@return how far the next frame is, if this is the header of one; of claimed space a word; else 0} */
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
