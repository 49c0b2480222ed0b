/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.benchmarks.lab.Work;
import java.util.List;
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
}
