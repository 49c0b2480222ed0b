/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import java.util.function.LongSupplier;

/** Finds where a subscriber begins. In the {@link CleanersPlace}, so that what it finds is not cleaned meanwhile. */
final class JoinPositionFinder {
    private final LogBuffers log;
    private final LongSupplier tail;

    JoinPositionFinder(LogBuffers log, LongSupplier tail) {
        this.log = log;
        this.tail = tail;
    }

    /**
     * {@return the position}
     *
     * @param oldest where the oldest frame begins that the log still holds
     * @throws JoinAt.RefusedException if a position is asked for that the log does not hold, or where no frame begins
     */
    long find(JoinAt joinAt, long oldest) {
        if (!joinAt.isPositionIn(log.constants().logId())) {
            return joinAt.kind() == JoinAt.Kind.TAIL ? tail.getAsLong() : oldest;
        }
        requireFrame(joinAt.position(), oldest, tail.getAsLong());
        return joinAt.position();
    }

    /** Walks from the start of its term, which no frame crosses: some milliseconds for a term of 4 MiB. */
    private void requireFrame(long position, long oldest, long end) {
        String range = ", from=" + oldest + ", to=" + end;
        if (position < oldest || position > end) {
            throw new JoinAt.RefusedException("the log does not hold this position: " + describe(position) + range
                    + ". Begin in that range, or at the oldest message");
        }
        FrameWalk walk = new FrameWalk(log);
        long boundary = Math.max(oldest, position - position % log.termLength());
        long before;
        do { // Each walk is bounded.
            before = boundary;
            boundary = walk.walk(before, position, end);
        } while (boundary > before && boundary < position);
        if (boundary != position && position != end) {
            throw new JoinAt.RefusedException("no message begins at this position: " + describe(position) + ", nearest="
                    + boundary + range + ". Begin where an earlier message ended");
        }
    }

    private String describe(long position) {
        LogMeta.Constants constants = log.constants();
        return "stream=" + constants.stream() + ", log=" + constants.logId() + ", position=" + position;
    }
}
