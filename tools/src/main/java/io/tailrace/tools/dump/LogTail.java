/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.FRAME_ALIGNMENT;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;

/** Where a log ends now. Nothing in it is trusted. */
final class LogTail {
    private LogTail() {}

    /**
     * {@return the stored tail of a concurrent log; of an exclusive one, whose owner seldom stores it, the end of its frames,
     * or what is stored if that can not be true}
     *
     * @param knownBoundary a position where a frame begins, at most the tail
     * @param readableEnd up to where the memory was cleaned; no frame is there or beyond
     */
    static long find(LogBuffers log, long knownBoundary, long readableEnd) {
        LogMeta meta = log.meta();
        // Acquire: pairs with the release of the tail by the owner of an exclusive log, behind its frames.
        long stored = meta.tailAcquire();
        boolean possible = stored >= 0 && stored <= readableEnd && stored % FRAME_ALIGNMENT == 0;
        if (log.constants().kind() != LogLayout.KIND_EXCLUSIVE || !possible) {
            return stored;
        }
        return FrameWalker.firstFree(log, Math.max(stored, knownBoundary), readableEnd);
    }
}
