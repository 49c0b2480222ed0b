/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import java.util.Arrays;

/**
 * The requests that wait for answers, each in a slot of a table that is allocated once. A correlation consists of the
 * slot and its use count, so an answer to a request that has ended is recognized. For each request the table holds the
 * places ({@link LivingResponders}) of the responders that have not answered, as bits, and the time at which the
 * request times out.
 *
 * <p>All requests that time out have the same timeout, so a ring of their slots in the order in which they were opened
 * has the next one to time out at its beginning. The caller reads the clock, and rarely: a new request gets its
 * deadline at the next read of the clock. Used by the requester's thread.
 */
final class RequestsInFlight {
    /** The absence of a correlation. */
    static final long NONE = -1;
    /** The absence of a deadline. */
    static final long NEVER = Long.MAX_VALUE;
    /** Every place, as bits. */
    static final long ALL_PLACES = -1;

    private final int mask;
    private final long timeoutNs;
    private final long[] correlations;
    private final long[] waitingFor;
    private final long[] deadlinesNs;
    /** The neighbors of each slot in the ring, which {@link #end} closes. A slot outside is its own neighbor. */
    private final int[] older;

    private final int[] newer;
    /** The element of the ring that is no slot: between the newest and the oldest one. */
    private final int end;

    private final int[] free;
    private int freeCount;

    /** @param capacity a power of two */
    RequestsInFlight(int capacity, long timeoutNs) {
        this.mask = capacity - 1;
        this.timeoutNs = timeoutNs;
        this.end = capacity;
        this.correlations = new long[capacity];
        this.waitingFor = new long[capacity];
        this.deadlinesNs = new long[capacity + 1];
        Arrays.fill(deadlinesNs, NEVER);
        this.older = new int[capacity + 1];
        this.newer = new int[capacity + 1];
        older[end] = end;
        newer[end] = end;
        this.free = new int[capacity];
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

    /** {@return the correlation of the next request to be opened; not negative} {@link #isFull} must not be true. */
    long next() {
        return correlations[free[freeCount - 1]];
    }

    /**
     * Opens the {@link #next} request.
     *
     * @param places of the responders that are to answer
     * @param timesOut whether it times out
     */
    void open(long places, boolean timesOut) {
        int slot = free[--freeCount];
        waitingFor[slot] = places;
        deadlinesNs[slot] = NEVER;
        int newest = timesOut ? older[end] : slot;
        int after = timesOut ? end : slot;
        older[slot] = newest;
        newer[slot] = after;
        newer[newest] = slot;
        older[after] = slot;
    }

    boolean isOpen(long correlation) {
        int slot = slot(correlation);
        return correlations[slot] == correlation && waitingFor[slot] != 0;
    }

    int slot(long correlation) {
        return (int) correlation & mask;
    }

    /**
     * {@return whether the request still waited for any of the places} Afterwards it does not; the request ends if it
     * waits for no other place.
     */
    boolean settle(long correlation, long places) {
        int slot = slot(correlation);
        long left = waitingFor[slot] & ~places;
        if (correlations[slot] != correlation || left == waitingFor[slot]) {
            return false;
        }
        waitingFor[slot] = left;
        if (left == 0) {
            newer[older[slot]] = newer[slot];
            older[newer[slot]] = older[slot];
            correlations[slot] += correlations.length;
            free[freeCount++] = slot;
        }
        return true;
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

    /** {@return whether reading the clock may find an overdue request, or one without its deadline} */
    boolean needsClock() {
        return newer[end] != end;
    }

    /** Called after the clock was read: sets the deadlines of the requests that were opened since the last time. */
    void look(long nowNs) {
        for (int slot = older[end]; slot != end && deadlinesNs[slot] == NEVER; slot = older[slot]) {
            deadlinesNs[slot] = nowNs + timeoutNs;
        }
    }

    /** {@return the correlation of an overdue request; or {@link #NONE}} */
    long findOverdue(long nowNs) {
        return earliestNs() <= nowNs ? correlations[newer[end]] : NONE;
    }

    /** {@return the earliest deadline; {@link #NEVER} if there is none} */
    long earliestNs() {
        return deadlinesNs[newer[end]];
    }
}
