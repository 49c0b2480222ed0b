/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;

import io.tailrace.log.LogBuffers;

/**
 * Space below the tail of a concurrent log that has no header yet: its claimer is between the tail and the header, has
 * a debt there, or is dead. It is zero up to the next header, so the first word that is not zero ends it.
 */
final class ClaimGap {
    private ClaimGap() {}

    /**
     * {@return where a gap ends, at the latest at {@code limit}; {@code start} if there is a header now} All three are
     * in the same term.
     */
    static long end(LogBuffers log, long start, long limit) {
        long end = firstWord(log, start, limit);
        while (true) {
            // That word may be payload, of a claim in the gap whose header came after we looked there. Headers are
            // stored before payloads, so looking once more from the start finds it.
            long again = firstWord(log, start, end);
            if (again == end) {
                return end;
            }
            end = again;
        }
    }

    private static long firstWord(LogBuffers log, long start, long limit) {
        long position = start;
        while (position < limit && log.term(position).getLongAcquire(log.offset(position)) == 0) {
            position += FRAME_ALIGNMENT;
        }
        return position;
    }
}
