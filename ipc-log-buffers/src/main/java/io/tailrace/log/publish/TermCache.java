/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.log.LogBuffers;
import io.tailrace.memory.TermMemory;

/**
 * The memory of a position's term, for threads that proceed through a log from term to term. On x86 no load after an
 * atomic add begins before the add has ended, so each step from the position to the memory counts: a division takes 8
 * ns of an offer, a comparison with the last used term takes none.
 *
 * <p>Any thread, without a fence. Each place has the same memory permanently, and only its number changes, by three. A
 * thread that reads an old number sees that it does not match the position and computes the place; a number that
 * matches the position is next to the right memory, whichever thread stored it.
 */
final class TermCache {
    /** The memory for a term number, and for all numbers that differ by multiples of three. */
    private static final class Place {
        private final TermMemory term;
        private long number;

        Place(TermMemory term, long number) {
            this.term = term;
            this.number = number;
        }
    }

    private final int termShift;
    private final Place[] places = new Place[TERM_COUNT];
    private Place last;

    TermCache(LogBuffers log) {
        this.termShift = Integer.numberOfTrailingZeros(log.termLength());
        for (int i = 0; i < TERM_COUNT; i++) {
            places[i] = new Place(log.memory((long) i << termShift), i);
        }
        this.last = places[0];
    }

    /** {@return the term that holds a position} */
    TermMemory of(long position) {
        Place place = last;
        long number = position >>> termShift;
        if (place.number != number) {
            place = places[(int) (number % TERM_COUNT)];
            place.number = number;
            last = place;
        }
        return place.term;
    }
}
