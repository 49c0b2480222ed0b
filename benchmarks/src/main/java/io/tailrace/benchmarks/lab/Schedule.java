/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.List;

/**
 * The times at which messages are due: one each period, regardless of earlier ones. It is never set back, so a message
 * that is sent late for any reason counts as late.
 *
 * @param startNs of the clock that all processes share
 * @param periodNs 0 if messages follow one another as fast as possible
 * @param leadInNs not counted
 * @param measureNs after the lead-in
 */
public record Schedule(long startNs, long periodNs, long leadInNs, long measureNs) {
    private static final long NS_PER_MS = 1_000_000;

    /** {@return a schedule of this length, without a start} */
    public static Schedule ofMs(long leadInMs, long measureMs) {
        return new Schedule(0, 0, leadInMs * NS_PER_MS, measureMs * NS_PER_MS);
    }

    /** {@return the same with a start, and one message each period} */
    public Schedule startingAt(long newStartNs, long newPeriodNs) {
        return new Schedule(newStartNs, newPeriodNs, leadInNs, measureNs);
    }

    /** Reads what {@link #toString} writes, split at its blanks. */
    public static Schedule parse(List<String> words) {
        long[] ns = words.stream().mapToLong(Long::parseLong).toArray();
        return new Schedule(ns[0], ns[1], ns[2], ns[3]);
    }

    /** {@return the number of messages} */
    public long count() {
        return (leadInNs + measureNs) / periodNs;
    }

    /** {@return when the message of a number, from 0, is due} */
    public long timeNs(long number) {
        return startNs + number * periodNs;
    }

    /** {@return the end of the lead-in} */
    public long measureFromNs() {
        return startNs + leadInNs;
    }

    /** {@return the end of the schedule} */
    public long endNs() {
        return measureFromNs() + measureNs;
    }

    /** Sleeps until that time of the clock. */
    public static void sleepUntil(long ns) {
        Waiting.sleep(Math.max(0, (ns - System.nanoTime()) / NS_PER_MS));
    }

    @Override
    public String toString() {
        return startNs + " " + periodNs + " " + leadInNs + " " + measureNs;
    }

    /**
     * Spins for messages, until some seconds after they were due: the other process may have ended, or a message may be
     * lost. One thread.
     */
    public static final class Patience {
        private static final long LIMIT_NS = 10_000_000_000L;
        private static final int LOOKS_PER_LOOK_AT_THE_CLOCK = 1 << 16;

        private final long deadlineNs;
        private int looks;

        /** @param expectedEndNs when all messages should have arrived */
        public Patience(long expectedEndNs) {
            this.deadlineNs = expectedEndNs + LIMIT_NS;
        }

        /**
         * To be called each time that there was nothing.
         *
         * @throws IllegalStateException once it has lasted too long
         */
        public void await() {
            if (++looks % LOOKS_PER_LOOK_AT_THE_CLOCK == 0 && System.nanoTime() > deadlineNs) {
                throw new IllegalStateException("the other process is silent, or a message was lost: waited="
                        + LIMIT_NS / 1_000_000_000 + " s");
            }
            Thread.onSpinWait();
        }
    }
}
