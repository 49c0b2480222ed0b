/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.CorruptLogException;

/** Finds boundaries of frames in a log. One thread at a time: whoever has the {@link CleanersPlace}. */
final class FrameWalk {
    /** About a millisecond. */
    private static final int MAX_FRAMES = 64 * 1024;

    private final FrameReader reader;

    FrameWalk(LogBuffers log) {
        this.reader = new FrameReader(log, log.meta().cleaningTargetAcquire());
    }

    void release() {
        reader.release();
    }

    /**
     * Goes over committed frames, a bounded number.
     *
     * @param enough it ends at the first boundary from here on
     * @param end no frame behind it is passed
     * @return the boundary where it ends
     */
    long walk(long from, long enough, long end) {
        reader.seek(from);
        try {
            for (int frames = 0; frames < MAX_FRAMES && reader.position() < enough; frames++) {
                long header = reader.peek();
                int length = FrameLayout.length(header);
                if (length <= 0 || reader.position() + FrameLayout.align(length) > end) {
                    break;
                }
                reader.check(header);
                reader.consume(header);
            }
        } catch (CorruptLogException e) { // Whoever reads there finds it, and reports it.
            return from;
        }
        return reader.position();
    }
}
