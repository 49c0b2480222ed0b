/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.benchmarks.lab.Work;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/** Works or sleeps for each message, then notes its number. Any number of threads. */
final class Handler implements FrameHandler {
    private static final long SLEEP_NS = 1_000_000;

    private final Numbers numbers;
    private final int sleepEvery;
    private final int rounds;

    /** @param rounds of work */
    Handler(Numbers numbers, int sleepEvery, int rounds) {
        this.numbers = numbers;
        this.sleepEvery = sleepEvery;
        this.rounds = rounds;
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        long number = buffer.getLong(offset);
        if (sleepEvery != 0 && number % sleepEvery == 0) {
            sleep();
        } else if (Work.burn(number + 1, rounds) == 0) {
            throw new IllegalStateException("no work was done: number=" + number);
        }
        numbers.add(number);
    }

    /** Allocates nothing; a permit that the thread still has does not shorten it. */
    private static void sleep() {
        long startNs = System.nanoTime();
        for (long leftNs = SLEEP_NS; leftNs > 0; leftNs = SLEEP_NS - (System.nanoTime() - startNs)) {
            LockSupport.parkNanos(leftNs);
        }
    }

    /**
     * The work of a handler for each message.
     *
     * @param cell what it is called in the raw data
     * @param sleepEvery one message of so many sleeps a millisecond in place of a microsecond's work; 0 if none does
     */
    record Load(String cell, String label, int sleepEvery) {
        static final Load SHORT = new Load("work-1us", "1 µs of work", 0);
        static final Load SLEEPY = new Load("work-1us-sleep-1pct", "1 µs of work, 1 % sleep 1 ms", 100);

        static final List<Load> ALL = List.of(SHORT, SLEEPY);
    }

    /**
     * Which messages have been handled, by their numbers from 0 on, by any number of threads: in each place lies the
     * last
     * number handled of those that belong there, so one that was lost shows when the next one comes, and one that comes
     * twice at once. No two that can be in flight together share a place.
     */
    static final class Numbers {
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
}
