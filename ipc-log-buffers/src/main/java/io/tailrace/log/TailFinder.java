/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Where a log ends, for its keeper, and where a subscriber begins. The owner of an exclusive log seldom stores its tail,
 * so there the keeper walks over the committed frames. One thread: the keeper's.
 */
final class TailFinder {
    private static final int MAX_FRAMES = 256 * 1024;

    private final LogBuffers log;
    private final CommittedPrefix prefix;
    private final boolean exclusive;
    private long position;

    TailFinder(LogBuffers log, CommittedPrefix prefix) {
        this.log = log;
        this.prefix = prefix;
        this.exclusive = log.constants().kind() == LogLayout.KIND_EXCLUSIVE;
    }

    /** Looks, over a bounded number of frames. Returns whether the tail is found; else it is further on. */
    boolean look() {
        long stored = log.meta().tailAcquire();
        if (!exclusive) {
            position = stored;
            return true;
        }
        FrameReader reader = new FrameReader(log, Math.max(Math.max(stored, prefix.position()), position));
        int frames = 0;
        long header;
        while ((header = reader.next()) != 0 && frames < MAX_FRAMES) {
            reader.consume(header);
            frames++;
        }
        position = reader.position();
        return header == 0;
    }

    /** {@return the tail as last found; where the frames of an exclusive log are very many, a frame before it} */
    long position() {
        return position;
    }

    /**
     * {@return where a subscriber begins} In the {@link CleanersPlace}, so that what it finds is not cleaned meanwhile.
     *
     * @param oldest where the oldest frame begins that the log still holds
     * @throws JoinAt.RefusedException if a position is asked for that the log does not hold, or where no frame begins
     */
    long findJoin(JoinAt joinAt, long oldest) {
        boolean exact = joinAt.isPositionIn(log.constants().logId());
        if (!exact && joinAt.kind() != JoinAt.Kind.TAIL) {
            return oldest;
        }
        look();
        if (exact) {
            requireFrame(joinAt.position(), oldest, position);
        }
        return exact ? joinAt.position() : position;
    }

    /** Walks from the start of its term, which no frame crosses: some milliseconds for a term of 4 MiB. */
    private void requireFrame(long asked, long oldest, long end) {
        String range = ", from=" + oldest + ", to=" + end;
        if (asked < oldest || asked > end) {
            throw new JoinAt.RefusedException("the log does not hold this position: " + describe(asked) + range
                    + ". Begin in that range, or at the oldest message");
        }
        FrameWalk walk = new FrameWalk(log);
        long boundary = Math.max(oldest, asked - asked % log.termLength());
        long before;
        do { // Each walk is bounded.
            before = boundary;
            boundary = walk.walk(before, asked, end);
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
