/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.TERM_COUNT;

import io.tailrace.memory.MappedBuffer;

/**
 * The term of a position, for threads that go through a log from term to term. Behind an atomic add no load begins before the
 * add has ended, so each step from the position to the term's memory counts: by a division it takes 8 ns of an offer, by
 * comparing with the term used last none.
 *
 * <p>Any thread: of a log's terms each keeps its place, so a number that is that of the position, whoever stored it and when,
 * stands beside the right memory.
 */
final class LastTerm {
    /** Memory in which the term of a number lies, or a number three less or more. */
    private static final class Place {
        private final MappedBuffer term;
        private long number;

        Place(MappedBuffer term, long number) {
            this.term = term;
            this.number = number;
        }
    }

    private final int termShift;
    private final Place[] places = new Place[TERM_COUNT];
    private Place last;

    LastTerm(LogBuffers log) {
        this.termShift = Integer.numberOfTrailingZeros(log.termLength());
        for (int i = 0; i < TERM_COUNT; i++) {
            places[i] = new Place(log.term((long) i << termShift), i);
        }
        this.last = places[0];
    }

    /** {@return the term that holds a position} */
    MappedBuffer of(long position) {
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
