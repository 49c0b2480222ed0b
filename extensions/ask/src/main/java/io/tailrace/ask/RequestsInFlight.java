/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/**
 * The requests that wait for answers, each in a slot of a table that is allocated once. A correlation consists of the
 * slot and its use count, so an answer to a request that has ended is recognized. For each request the table holds the
 * places ({@link LivingResponders}) of the responders that have not answered, as bits, and the time at which the
 * request times out.
 *
 * <p>The caller reads the clock, and rarely: a new request gets its deadline at the next read of the clock, and the
 * table is scanned only after the earliest deadline has passed. Used by the requester's thread.
 */
final class RequestsInFlight {
    /** The absence of a correlation or a slot. */
    static final int NONE = -1;
    /** The absence of a deadline. */
    static final long NEVER = Long.MAX_VALUE;

    private final int mask;
    private final long timeoutNs;
    private final long[] correlations;
    private final long[] waitingFor;
    private final long[] deadlinesNs;
    private final int[] free;
    private int freeCount;
    /** Slots that were opened since the last read of the clock; a slot that was used again is listed twice. */
    private final int[] undated;

    private int undatedCount;
    private long earliestNs = NEVER;

    /** @param capacity a power of two */
    RequestsInFlight(int capacity, long timeoutNs) {
        this.mask = capacity - 1;
        this.timeoutNs = timeoutNs;
        this.correlations = new long[capacity];
        this.waitingFor = new long[capacity];
        this.deadlinesNs = new long[capacity];
        this.free = new int[capacity];
        this.undated = new int[capacity];
        this.freeCount = capacity;
        for (int slot = 0; slot < capacity; slot++) {
            correlations[slot] = slot;
            free[slot] = mask - slot;
        }
    }

    boolean isFull() {
        return freeCount == 0;
    }

    int count() {
        return correlations.length - freeCount;
    }

    /** {@return whether reading the clock may find an overdue or undated request} */
    boolean needsClock() {
        return undatedCount > 0 || earliestNs != NEVER;
    }

    /** {@return whether the table of requests without a deadline is full} If so, the clock must be read first. */
    boolean needsClockNow() {
        return undatedCount == undated.length;
    }

    /**
     * Opens a request. Neither {@link #isFull} nor {@link #needsClockNow} may be true.
     *
     * @param places of the responders that are to answer
     * @param deadlineNs when it times out, or {@link #NEVER} for the usual time
     * @return its correlation; not negative
     */
    long open(long places, long deadlineNs) {
        int slot = free[--freeCount];
        waitingFor[slot] = places;
        deadlinesNs[slot] = deadlineNs;
        if (deadlineNs == NEVER) {
            undated[undatedCount++] = slot;
        } else {
            earliestNs = Math.min(earliestNs, deadlineNs);
        }
        return correlations[slot];
    }

    boolean isOpen(long correlation) {
        int slot = slot(correlation);
        return correlations[slot] == correlation && waitingFor[slot] != 0;
    }

    int slot(long correlation) {
        return (int) correlation & mask;
    }

    /**
     * {@return whether the request still waited for the place} Afterwards it does not; the request ends if that was the
     * last place.
     */
    boolean settle(long correlation, int place) {
        int slot = slot(correlation);
        long left = waitingFor[slot] & ~(1L << place);
        if (correlations[slot] != correlation || left == waitingFor[slot]) {
            return false;
        }
        waitingFor[slot] = left;
        if (left == 0) {
            release(slot);
        }
        return true;
    }

    /** Ends a request, whatever responders it waits for; does nothing if it has ended. */
    void end(long correlation) {
        if (isOpen(correlation)) {
            waitingFor[slot(correlation)] = 0;
            release(slot(correlation));
        }
    }

    private void release(int slot) {
        correlations[slot] += correlations.length;
        free[freeCount++] = slot;
    }

    /**
     * {@return the correlation of a request that waits for the place, in this slot or a later one; or {@link #NONE}}
     */
    long findWaiting(int fromSlot, int place) {
        for (int slot = fromSlot; slot < waitingFor.length; slot++) {
            if ((waitingFor[slot] & (1L << place)) != 0) {
                return correlations[slot];
            }
        }
        return NONE;
    }

    /**
     * Called after the clock was read: sets the deadlines of requests without one. Returns whether any deadline may
     * have passed.
     */
    boolean look(long nowNs) {
        for (int i = 0; i < undatedCount; i++) {
            int slot = undated[i];
            if (waitingFor[slot] != 0 && deadlinesNs[slot] == NEVER) {
                deadlinesNs[slot] = nowNs + timeoutNs;
                earliestNs = Math.min(earliestNs, deadlinesNs[slot]);
            }
        }
        undatedCount = 0;
        return earliestNs <= nowNs;
    }

    /** {@return the correlation of an overdue request, in this slot or a later one; or {@link #NONE}} */
    long findOverdue(int fromSlot, long nowNs) {
        for (int slot = fromSlot; slot < waitingFor.length; slot++) {
            if (waitingFor[slot] != 0 && deadlinesNs[slot] <= nowNs) {
                return correlations[slot];
            }
        }
        return NONE;
    }

    /** Called when no request is overdue any more: finds the earliest deadline. */
    void findEarliest() {
        earliestNs = NEVER;
        for (int slot = 0; slot < waitingFor.length; slot++) {
            if (waitingFor[slot] != 0) {
                earliestNs = Math.min(earliestNs, deadlinesNs[slot]);
            }
        }
    }

    /** {@return the earliest deadline, or an earlier moment; {@link #NEVER} if there is none} */
    long earliestNs() {
        return earliestNs;
    }
}
