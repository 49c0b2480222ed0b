/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;
import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import java.lang.invoke.VarHandle;

/**
 * Finds the tail of a log. The owner of an exclusive log seldom stores it, so the frames themselves show where they
 * end. The search trusts nothing in the terms: each step advances by at least 8 bytes, so it terminates.
 */
public final class LogTail {
    private LogTail() {}

    /**
     * {@return the stored tail of a concurrent log; for an exclusive log the end of its frames, or the stored tail if
     * that end cannot be true}
     *
     * @param knownBoundary a position where a frame begins, at most the tail
     * @param readableEnd end of the cleaned memory; there is no frame at or past it
     */
    public static long find(LogBuffers log, long knownBoundary, long readableEnd) {
        // Acquire: pairs with the release of the tail by the owner of an exclusive log, after its frames.
        long stored = log.meta().tailAcquire();
        boolean possible = stored >= 0 && stored <= readableEnd && stored % FRAME_ALIGNMENT == 0;
        if (log.constants().kind() != LogLayout.KIND_EXCLUSIVE || !possible) {
            return stored;
        }
        return firstFree(log, Math.max(stored, knownBoundary), readableEnd);
    }

    /**
     * {@return the first position from {@code start} on where there is no frame yet; {@code end} if there is none} If
     * it finds a word that is neither free nor a frame, it continues at the next term, because frames do not cross its
     * start.
     */
    public static long firstFree(LogBuffers log, long start, long end) {
        LogMeta meta = log.meta();
        long position = start;
        while (position < end) {
            // Acquire: pairs with the release in commit; the header after this one is read later.
            long header = log.headerAcquire(position);
            // The load of the header before that of the target: a frame below it may have been zeroed meanwhile.
            VarHandle.acquireFence();
            long target = meta.cleaningTargetAcquire();
            int length = FrameLayout.length(header);
            if (target > position) {
                position = (target + (FRAME_ALIGNMENT - 1)) & -FRAME_ALIGNMENT;
            } else if (length == 0) {
                return position;
            } else {
                position += frameOrRest(Math.abs((long) length), log.remaining(position));
            }
        }
        return Math.min(position, end);
    }

    private static long frameOrRest(long length, int remaining) {
        boolean possible = length >= HEADER_LENGTH && length <= remaining;
        return possible ? (length + (FRAME_ALIGNMENT - 1)) & -FRAME_ALIGNMENT : remaining;
    }
}
