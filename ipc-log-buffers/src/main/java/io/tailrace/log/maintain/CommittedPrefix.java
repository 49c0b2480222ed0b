/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.read.FrameReader;

/**
 * The position up to which every claim is known to be committed or padded, and its consequences: where a log ends, and
 * where a subscriber begins. Cleaning never goes past the prefix: zeroing past an uncommitted claim would lose it.
 *
 * <p>A subscriber that began at or before this position and has consumed up to a later one proves the later one at no
 * cost. If there is no such subscriber (there is no reader, or all readers joined further on), the keeper itself reads
 * forward over committed frames: the drain cursor. Cleaning and the limit use the lesser of this position and the
 * subscribers' positions, so no order of joins and leaves lets them pass an open claim. Used by the driver's thread.
 */
final class CommittedPrefix {
    private static final int MAX_FRAMES_TO_TAIL = 256 * 1024;

    private final LogBuffers log;
    private final boolean exclusive;
    private final FrameReader reader;
    private long position;
    private long tail;

    CommittedPrefix(LogBuffers log, long position) {
        this.log = log;
        this.exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
        this.position = position;
        this.reader = new FrameReader(log, position);
    }

    long position() {
        return position;
    }

    /** A client has cleaned up to here, and so has proved the prefix. */
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
     * @return the number of frames read
     */
    int drain(long end, int maxFrames) {
        if (position >= end) {
            return 0;
        }
        int frames = read(position, end, maxFrames);
        position = reader.position();
        return frames;
    }

    private int read(long from, long end, int maxFrames) {
        reader.seek(from);
        int frames = 0;
        long header;
        while (frames < maxFrames && reader.position() < end && (header = reader.next()) != 0) {
            reader.consume(header);
            frames++;
        }
        return frames;
    }

    /**
     * Searches for the end of the log. The owner of an exclusive log seldom stores its tail, so this advances over the
     * committed frames there, a bounded number. Returns whether the tail is found; if not, it is further on.
     */
    boolean findTail() {
        long stored = log.meta().tailAcquire();
        if (!exclusive) {
            tail = stored;
            return true;
        }
        int frames = read(Math.max(Math.max(stored, position), tail), LogLayout.NONE, MAX_FRAMES_TO_TAIL);
        tail = reader.position();
        return frames < MAX_FRAMES_TO_TAIL;
    }

    /** {@return the tail as last found; if an exclusive log has very many frames, a frame before it} */
    long tail() {
        return tail;
    }

    /**
     * {@return the position at which a subscriber begins} Called in the cleaner's place, so that the result is
     * not cleaned meanwhile.
     *
     * @param oldest position of the oldest frame that the log still holds
     * @throws JoinAt.RefusedException if the log does not hold the requested position, or no frame begins there
     */
    long findJoin(JoinAt joinAt, long oldest) {
        boolean exact = joinAt.isPositionIn(log.constants().logId());
        if (!exact && joinAt.kind() != JoinAt.Kind.TAIL) {
            return oldest;
        }
        findTail();
        if (exact) {
            requireFrame(joinAt.position(), oldest, tail);
        }
        return exact ? joinAt.position() : tail;
    }

    /** Reads the frames from the start of the term, which no frame crosses: some milliseconds for a term of 4 MiB. */
    private void requireFrame(long asked, long oldest, long end) {
        String range = ", from=" + oldest + ", to=" + end;
        if (asked < oldest || asked > end) {
            throw new JoinAt.RefusedException("the log does not hold this position: " + describe(asked) + range
                    + ". Begin in that range, or at the oldest message");
        }
        long boundary = Math.max(oldest, asked - asked % log.termLength());
        long before;
        do { // Each read is bounded.
            before = boundary;
            boundary = reader.walk(before, asked, end);
        } while (boundary > before && boundary < asked);
        if (boundary != asked && asked != end) {
            throw new JoinAt.RefusedException("no message begins at this position: " + describe(asked) + ", nearest="
                    + boundary + range + ". Begin where an earlier message ended");
        }
    }

    private String describe(long asked) {
        LogMeta.Constants constants = log.constants();
        return "stream=" + constants.stream() + ", log=" + constants.logId() + ", position=" + asked;
    }
}
