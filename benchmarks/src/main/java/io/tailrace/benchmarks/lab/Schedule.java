/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.List;

/**
 * When messages are to be sent: one each period, whatever became of the ones before. It is never set back, so a message
 * that is sent late, for whatever reason, counts as late.
 *
 * @param startNs of the clock that all processes share
 * @param periodNs 0 where each message waits for an answer
 * @param leadInNs not counted
 * @param measureNs behind the lead-in
 * @param intervalNs parts of the measured time, each recorded for itself
 */
public record Schedule(long startNs, long periodNs, long leadInNs, long measureNs, long intervalNs) {
    private static final long NS_PER_MS = 1_000_000;

    /** {@return for how long, as yet without a start} */
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

    /** {@return how many messages} */
    public long count() {
        return (leadInNs + measureNs) / periodNs;
    }

    /** {@return when the message of a number, from 0, is to be sent} */
    public long timeNs(long number) {
        return startNs + number * periodNs;
    }

    /** {@return when the lead-in ends} */
    public long measureFromNs() {
        return startNs + leadInNs;
    }

    /** {@return when all should be over} */
    public long endNs() {
        return measureFromNs() + measureNs;
    }

    /** Sleeps until the lead-in ends. */
    public void sleepUntilMeasured() {
        sleepUntil(measureFromNs());
    }

    /** Sleeps until all should be over. */
    public void sleepUntilEnd() {
        sleepUntil(endNs());
    }

    private static void sleepUntil(long ns) {
        Waiting.sleep(Math.max(0, (ns - System.nanoTime()) / NS_PER_MS));
    }

    /** {@return into how many parts the measured time is divided} */
    int intervals() {
        return (int) ((measureNs + intervalNs - 1) / intervalNs);
    }

    @Override
    public String toString() {
        return startNs + " " + periodNs + " " + leadInNs + " " + measureNs + " " + intervalNs;
    }

    /**
     * Waits again and again for what has to come, until some seconds after it should have: the other process may have
     * ended, or a message be lost. One thread.
     */
    public static final class Patience {
        private static final long LIMIT_NS = 10_000_000_000L;
        private static final int LOOKS_PER_LOOK_AT_THE_CLOCK = 1 << 16;

        private final long deadlineNs;
        private final Waits waits;
        private int looks;
        private long looksInVain;

        /** @param expectedEndNs when all should be over */
        public Patience(long expectedEndNs, Waits waits) {
            this.deadlineNs = expectedEndNs + LIMIT_NS;
            this.waits = waits;
        }

        /**
         * Call it each time that there was nothing.
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

        /** Something has come. */
        public void reset() {
            looksInVain = 0;
        }
    }
}
