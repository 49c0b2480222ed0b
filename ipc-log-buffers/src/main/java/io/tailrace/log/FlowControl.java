/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/**
 * Computes how far the log is cleaned and how far publishers may go, from the positions of the subscribers alone. Used
 * by one thread.
 *
 * <p>Cleaning is lazy: about a term of history stays for late subscribers. Cleaning stops at frame boundaries only,
 * because a late subscriber or a restarted driver begins to read where cleaning stopped. Earlier values of the least
 * position are such boundaries, so the recent ones are remembered, at least a 64th of a term apart.
 *
 * <p>The target is the last remembered boundary before the wanted position, which lies a part of the ring ahead of what
 * the limit needs. If the boundaries are too far apart for the limit, the target is the first sufficient boundary: a
 * remembered one, or the start of a term, which no frame crosses. Without this rule the limit might never pass the tail
 * if subscribers move by half a term at a time, or if clients have cleaned while the keeper did not check.
 */
public final class FlowControl {
    /** Recognizes frames by the words in the log. */
    public interface Frames {
        /**
         * Returns whether a frame may begin at a position.
         *
         * @param committed whether the frame must be committed; otherwise there may be none yet
         */
        boolean mayBeginAt(long position, boolean committed);
    }

    private final long window;
    private final long reserve;
    private final long ahead;
    private final long termLength;
    private final long ringLength;
    private final Boundaries boundaries;
    private final Frames frames;
    private long target;

    /**
     * Checks that window and reserve are what {@link LogMeta.Constants} says.
     *
     * @throws IllegalArgumentException if they are not
     */
    static void check(long window, long reserve, int termLength, int kind) {
        if (window < FrameLayout.FRAME_ALIGNMENT || window > termLength || reserve < 0 || reserve > termLength) {
            throw new IllegalArgumentException("window or reserve out of range: window=" + window + ", reserve="
                    + reserve + ", termLength=" + termLength);
        }
        int longestFrame = termLength / LogLayout.LONGEST_FRAMES_PER_TERM;
        if (window + reserve < longestFrame || (kind == LogLayout.KIND_EXCLUSIVE && reserve < 3L * longestFrame)) {
            throw new IllegalArgumentException("window or reserve too short: window=" + window + ", reserve=" + reserve
                    + ", longestFrame=" + longestFrame + ", kind=" + kind);
        }
    }

    /**
     * @param ahead bytes to clean beyond the needs of the limit, so that publishers can continue before the keeper's
     * next check
     */
    public FlowControl(long window, long reserve, long ahead, int termLength, long cleanPosition, Frames frames) {
        this.window = window;
        this.reserve = reserve;
        this.ahead = ahead;
        this.termLength = termLength;
        this.ringLength = (long) LogLayout.TERM_COUNT * termLength;
        this.boundaries = new Boundaries(termLength, cleanPosition);
        this.target = cleanPosition;
        this.frames = frames;
    }

    /**
     * How far publishers that compute their own limit can continue while the keeper sleeps. It costs half a term of
     * history.
     */
    public static long ahead(LogMeta.Constants constants) {
        return constants.termLength() / 2;
    }

    /**
     * Processes the least gating position, which is a frame boundary.
     *
     * @return the position up to which the log is to be cleaned: a frame boundary, never less than before
     */
    public long cleaningTarget(long leastPosition) {
        boundaries.remember(leastPosition);
        long needed = leastPosition + window + reserve - ringLength;
        goToBoundaries(leastPosition, needed + ahead, Long.MAX_VALUE);
        if (target < needed) {
            long termStart = (needed + termLength - 1) & -termLength; // No frame crosses it.
            boolean isNearer = termStart <= leastPosition && !boundaries.hasUpTo(termStart);
            if (isNearer && frames.mayBeginAt(termStart, termStart < leastPosition)) {
                advanceTo(termStart);
            } else {
                goToBoundaries(leastPosition, leastPosition, needed);
            }
        }
        boundaries.restartIfEmpty(target);
        return target;
    }

    /** Advances over remembered boundaries up to {@code end}, until one is enough. */
    private void goToBoundaries(long leastPosition, long end, long enough) {
        while (target < enough && boundaries.hasUpTo(end)) {
            long boundary = boundaries.take();
            // A subscriber that stores a position other than a boundary must not make others begin to read there.
            if (frames.mayBeginAt(boundary, boundary < leastPosition)) {
                target = boundary;
            }
        }
    }

    /** Called when a target was announced, perhaps by a client: forgets boundaries that are cleaned. */
    public void advanceTo(long announced) {
        target = Math.max(target, announced);
        while (boundaries.hasUpTo(target)) {
            boundaries.take();
        }
        boundaries.restartIfEmpty(target);
    }

    /** {@return the position up to which claims may begin} */
    public long limit(long leastPosition, long cleanPosition) {
        return limit(leastPosition, window, cleanPosition, ringLength - reserve);
    }

    /** {@return the limit, for a tool that inspects a log without keeping it} */
    static long limit(long leastPosition, long window, long cleanPosition, long reach) {
        return Math.min(leastPosition + window, cleanPosition + reach);
    }

    /** Recent frame boundaries, at least a 64th of a term apart, at which a cleaner may stop. Used by one thread. */
    public static final class Boundaries {
        private static final int REMEMBERED = 256;
        private static final int PER_TERM = 64;

        private final int distance;
        private final long[] positions = new long[REMEMBERED];
        private int first;
        private int count;
        private long last;

        /** @param last a boundary that is not remembered */
        public Boundaries(int termLength, long last) {
            this.distance = distance(termLength);
            this.last = last;
        }

        /** {@return the minimum distance between boundaries, in bytes} */
        public static int distance(int termLength) {
            return termLength / PER_TERM;
        }

        /** Remembers a boundary, unless it is too close to the last one. */
        public void remember(long boundary) {
            if (boundary < last + distance) {
                return;
            }
            // More than the ring can hold at that distance: the oldest boundary was cleaned long ago.
            if (count == REMEMBERED) {
                take();
            }
            positions[(first + count) % REMEMBERED] = boundary;
            count++;
            last = boundary;
        }

        /** {@return whether the oldest boundary is at most this position} */
        public boolean hasUpTo(long end) {
            return count > 0 && positions[first] <= end;
        }

        /** {@return the oldest boundary, and forgets it} There must be one. */
        public long take() {
            long oldest = positions[first];
            first = (first + 1) % REMEMBERED;
            count--;
            return oldest;
        }

        /** If none is left, the next boundary after this one is remembered, however close it is. */
        void restartIfEmpty(long boundary) {
            if (count == 0) {
                last = boundary;
            }
        }
    }
}
