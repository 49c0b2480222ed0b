/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** Recent frame boundaries, at least a 64th of a term apart, at which a cleaner may stop. Used by one thread. */
public final class Boundaries {
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
