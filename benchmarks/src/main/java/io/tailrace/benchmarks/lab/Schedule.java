/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.List;

/**
 * The times at which messages are due: one each period, regardless of earlier ones. It is never set back, so a message
 * that is sent late for any reason counts as late.
 *
 * @param startNs of the clock that all processes share
 * @param periodNs 0 if each message waits for an answer
 * @param leadInNs not counted
 * @param measureNs after the lead-in
 * @param intervalNs parts of the measured time, each recorded separately
 */
public record Schedule(long startNs, long periodNs, long leadInNs, long measureNs, long intervalNs) {
    private static final long NS_PER_MS = 1_000_000;

    /** {@return a schedule of this length, without a start} */
    public static Schedule ofMs(long leadInMs, long measureMs, long intervalMs) {
        return new Schedule(0, 0, leadInMs * NS_PER_MS, measureMs * NS_PER_MS, intervalMs * NS_PER_MS);
    }

    /** {@return the same in one interval} */
    public static Schedule ofMs(long leadInMs, long measureMs) {
        return ofMs(leadInMs, measureMs, measureMs);
    }

    /** {@return the same with a start, and one message each period} */
    public Schedule startingAt(long newStartNs, long newPeriodNs) {
        return new Schedule(newStartNs, newPeriodNs, leadInNs, measureNs, intervalNs);
    }

    /** Reads what {@link #toString} writes, split at its blanks. */
    public static Schedule parse(List<String> words) {
        long[] ns = words.stream().mapToLong(Long::parseLong).toArray();
        return new Schedule(ns[0], ns[1], ns[2], ns[3], ns[4]);
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

    /** Sleeps until the end of the lead-in. */
    public void sleepUntilMeasured() {
        sleepUntil(measureFromNs());
    }

    /** Sleeps until the end of the schedule. */
    public void sleepUntilEnd() {
        sleepUntil(endNs());
    }

    private static void sleepUntil(long ns) {
        Waiting.sleep(Math.max(0, (ns - System.nanoTime()) / NS_PER_MS));
    }

    /** {@return the number of parts of the measured time} */
    int intervals() {
        return (int) ((measureNs + intervalNs - 1) / intervalNs);
    }

    @Override
    public String toString() {
        return startNs + " " + periodNs + " " + leadInNs + " " + measureNs + " " + intervalNs;
    }

    /**
     * Waits repeatedly for messages, until some seconds after they were due: the other process may have ended, or a
     * message may be lost. One thread.
     */
    public static final class Patience {
        private static final long LIMIT_NS = 10_000_000_000L;
        private static final int LOOKS_PER_LOOK_AT_THE_CLOCK = 1 << 16;

        private final long deadlineNs;
        private final Waits waits;
        private int looks;
        private long looksInVain;

        /** @param expectedEndNs when all messages should have arrived */
        public Patience(long expectedEndNs, Waits waits) {
            this.deadlineNs = expectedEndNs + LIMIT_NS;
            this.waits = waits;
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
            waits.idle(++looksInVain);
        }

        /** Resets the wait: a message has arrived. */
        public void reset() {
            looksInVain = 0;
        }
    }
}
