/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Up to where every claim is known to be committed or padded. Cleaning never goes past it: zeroing behind an
 * uncommitted claim would lose it.
 *
 * <p>A subscriber that began at or before this position and has consumed up to another one proves it for free. Where
 * none does (nobody reads, or those who read joined further on), the keeper itself reads forward over committed frames:
 * the drain cursor. Cleaning and the limit go by the lesser of this position and the subscribers', so no order of joins
 * and leaves lets them pass an open claim. One thread: the keeper's.
 */
final class CommittedPrefix {
    private final FrameReader reader;
    private long position;

    CommittedPrefix(LogBuffers log, long position) {
        this.position = position;
        this.reader = new FrameReader(log, position);
    }

    long position() {
        return position;
    }

    /** A publisher has cleaned up to here, and proved it on its way. */
    void advanceTo(long cleaningTarget) {
        position = Math.max(position, cleaningTarget);
    }

    /** A subscriber that joined at {@code joinPosition} has consumed everything from there to {@code consumed}. */
    void proveConsumed(long joinPosition, long consumed) {
        if (joinPosition <= position && consumed > position) {
            position = consumed;
        }
    }

    /**
     * Reads forward to {@code end} or the first frame that is not committed, at most {@code maxFrames}.
     *
     * @return the frames read
     */
    int drain(long end, int maxFrames) {
        if (position >= end) {
            return 0;
        }
        reader.seek(position);
        int frames = 0;
        long header;
        while (frames < maxFrames && reader.position() < end && (header = reader.next()) != 0) {
            reader.consume(header);
            frames++;
        }
        position = reader.position();
        return frames;
    }
}
