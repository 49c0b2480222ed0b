/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

/**
 * The requests that wait for answers, each in a slot of a table that is made once. A correlation is the slot and how
 * often that was used, so what comes for a request that has ended finds that it has. Of each request it knows the
 * places ({@link LivingResponders}) of those that have not answered, as bits, and when it times out.
 *
 * <p>The clock is read by the caller, and rarely: a request that is opened is given its deadline by the next look at
 * the clock, and all are looked at only when the earliest of all deadlines has passed. By the requester's thread.
 */
final class RequestsInFlight {
    /** In place of a correlation or a slot. */
    static final int NONE = -1;
    /** In place of a moment. */
    static final long NEVER = Long.MAX_VALUE;

    private final int mask;
    private final long timeoutNs;
    private final long[] correlations;
    private final long[] waitingFor;
    private final long[] deadlinesNs;
    private final int[] free;
    private int freeCount;
    /** Slots that were opened since the last look at the clock; one that was used again stands here twice. */
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

    /** {@return whether a look at the clock may find something} */
    boolean needsClock() {
        return undatedCount > 0 || earliestNs != NEVER;
    }

    /** {@return whether the table of those without a deadline is full} Then the clock is to be looked at first. */
    boolean needsClockNow() {
        return undatedCount == undated.length;
    }

    /**
     * Opens a request. Neither {@link #isFull} nor {@link #needsClockNow}.
     *
     * @param places of those that are to answer
     * @param deadlineNs when it times out, or {@link #NEVER}: after the usual time
     * @return its correlation, not negative
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

    /** {@return whether the request still waited for the place} It does not any more; it ends if that was the last. */
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

    /** Ends a request, whoever it waits for; does nothing if it has ended. */
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

    /** {@return the correlation of a request that waits for the place, in a slot from this one on; or {@link #NONE}} */
    long findWaiting(int fromSlot, int place) {
        for (int slot = fromSlot; slot < waitingFor.length; slot++) {
            if ((waitingFor[slot] & (1L << place)) != 0) {
                return correlations[slot];
            }
        }
        return NONE;
    }

    /** The clock was read: dates what has no deadline yet. Returns whether any deadline may have passed. */
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

    /** {@return the correlation of a request that is overdue, in a slot from this one on; or {@link #NONE}} */
    long findOverdue(int fromSlot, long nowNs) {
        for (int slot = fromSlot; slot < waitingFor.length; slot++) {
            if (waitingFor[slot] != 0 && deadlinesNs[slot] <= nowNs) {
                return correlations[slot];
            }
        }
        return NONE;
    }

    /** Nothing is overdue any more: finds the earliest deadline there is. */
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
