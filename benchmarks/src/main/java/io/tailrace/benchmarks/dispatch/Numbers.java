/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which messages have been handled, by their numbers from 0 on, by any number of threads: in each place lies the last
 * number handled of those that belong there, so one that was lost shows when the next one comes, and one that comes
 * twice at once. No two that can be in flight together share a place.
 */
final class Numbers {
    private static final int PLACES = 1 << 16;
    /** Odd: neighbours lie apart, on lines of their own, and each number of a lap has a place of its own. */
    private static final int SPREAD = 0x9E3779B1;

    private final AtomicLongArray last = new AtomicLongArray(PLACES);
    private final LongAdder handled = new LongAdder();
    private final LongAdder wrong = new LongAdder();

    Numbers() {
        for (long number = -PLACES; number < 0; number++) {
            last.set(place(number), number);
        }
    }

    private static int place(long number) {
        return ((int) number * SPREAD) & (PLACES - 1);
    }

    /** A handler has had this one. */
    void add(long number) {
        if (last.getAndSet(place(number), number) != number - PLACES) {
            wrong.increment();
        }
        handled.increment();
    }

    /** {@return how many so far} */
    long count() {
        return handled.sum();
    }

    /**
     * Once no handler runs any more.
     *
     * @param published how many messages there were
     * @throws IllegalStateException if one of them was not handled, or twice
     */
    void check(long published) {
        long missing = 0;
        for (long number = published - PLACES; number < published; number++) {
            missing += last.get(place(number)) == number ? 0 : 1;
        }
        if (missing != 0 || wrong.sum() != 0 || count() != published) {
            throw new IllegalStateException("messages were lost or repeated: published=" + published + ", handled="
                    + count() + ", out of place=" + wrong.sum() + ", missing at the end=" + missing);
        }
    }
}
