/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A subscriber that polls all the time, and publishers of several kinds, with the test's own clock. */
class CatchUpPauseTest {
    private static final long LOOK_NS = 20;
    private static final long READ_NS = 5;
    private static final long WRITE_NS = 15;
    /** The time that a publisher loses when a subscriber reads the lines that the publisher is writing. */
    private static final long STALL_NS = 150;
    /** From the last message of a burst to the first of the next, which is its answer. */
    private static final long TURNAROUND_NS = 120;

    private long nowNs;
    private CatchUpPause pause = new CatchUpPause(true, () -> nowNs += LOOK_NS);
    private long delivered;
    private long pausedNs;

    /** A publisher. */
    private interface Publisher {
        /** {@return how many messages are available now} The subscriber takes all of them, and has then caught up. */
        long arrivedAt(long timeNs);

        /** Everything available has been read. */
        void caughtUpAt(long timeNs);
    }

    /** Writes as fast as it can, in bursts; each burst waits until the previous one has been read. */
    private static final class Writer implements Publisher {
        private final long burst;
        private long freeNs;
        private long left;

        Writer(long burst) {
            this.burst = burst;
            this.left = burst;
        }

        @Override
        public long arrivedAt(long timeNs) {
            long arrived = Math.min(left, Math.max(0, (timeNs - freeNs) / WRITE_NS));
            freeNs += arrived * WRITE_NS;
            left -= arrived;
            return arrived;
        }

        @Override
        public void caughtUpAt(long timeNs) {
            if (left == 0) {
                left = burst;
                freeNs = timeNs + TURNAROUND_NS;
            } else {
                freeNs = Math.max(freeNs, timeNs) + STALL_NS;
            }
        }
    }

    /** Writes at its own pace, whether or not a subscriber reads. */
    private static final class Metronome implements Publisher {
        private final long intervalNs;
        private long nextNs;

        Metronome(long intervalNs, long firstNs) {
            this.intervalNs = intervalNs;
            this.nextNs = firstNs;
        }

        @Override
        public long arrivedAt(long timeNs) {
            long arrived = timeNs < nextNs ? 0 : (timeNs - nextNs) / intervalNs + 1;
            nextNs += arrived * intervalNs;
            return arrived;
        }

        @Override
        public void caughtUpAt(long timeNs) {}
    }

    /** {@return messages a millisecond} */
    private double poll(Publisher publisher, long durationNs) {
        long startNs = nowNs;
        delivered = 0;
        pausedNs = 0;
        while (nowNs - startNs < durationNs) {
            pollOnce(publisher);
        }
        return delivered * 1e6 / (nowNs - startNs);
    }

    private void pollOnce(Publisher publisher) {
        long beforeNs = nowNs;
        pause.beforePoll();
        pausedNs += Math.max(0, nowNs - beforeNs - LOOK_NS); // The clock is read without a pause, too.
        nowNs += LOOK_NS;
        long frames = 0;
        for (long arrived = publisher.arrivedAt(nowNs); arrived > 0; arrived = publisher.arrivedAt(nowNs)) {
            frames += arrived;
            nowNs += arrived * READ_NS;
        }
        if (frames > 0) {
            publisher.caughtUpAt(nowNs);
        }
        pause.afterPoll((int) frames, true);
        delivered += frames;
    }

    private double pausedShare(long durationNs) {
        return (double) pausedNs / durationNs;
    }

    @Test
    void publisherThatEachLookHoldsUpIsLookedAtSeldom() {
        Publisher publisher = new Writer(Long.MAX_VALUE);
        double before = poll(publisher, TimeUnit.MICROSECONDS.toNanos(2));
        poll(publisher, TimeUnit.MILLISECONDS.toNanos(20));
        double after = poll(publisher, TimeUnit.MILLISECONDS.toNanos(20));
        assertTrue(pause.pauseNs >= 2_000, () -> "pause=" + pause.pauseNs);
        assertTrue(after > 5 * before, "before=" + before + ", after=" + after);
    }

    @Test
    void itNeverWaitsWhereItMayNot() {
        pause = new CatchUpPause(false, () -> nowNs += LOOK_NS);
        poll(new Writer(Long.MAX_VALUE), TimeUnit.MILLISECONDS.toNanos(20));
        assertEquals(0, pausedNs);
        assertEquals(0, pause.pauseNs);
    }

    @Test
    void whoAnswersEachMessageHardlyEverWaits() {
        Publisher publisher = new Writer(1);
        long durationNs = TimeUnit.MILLISECONDS.toNanos(20);
        poll(publisher, durationNs);
        poll(publisher, durationNs);
        assertTrue(pausedShare(durationNs) < 0.01, () -> "paused=" + pausedShare(durationNs));
        assertTrue(pausedNs > 0, "it tries now and then, or this test shows nothing");
    }

    @Test
    void steadyRateIsNeverHeldUp() {
        long durationNs = TimeUnit.MILLISECONDS.toNanos(100);
        for (long intervalNs : new long[] {10_000, 1_000, 200, 50}) {
            double rate = poll(new Metronome(intervalNs, nowNs), durationNs);
            assertEquals(1e6 / intervalNs, rate, 0.02 * rate);
            assertTrue(pausedNs == 0 || intervalNs < 1_000, () -> "interval=" + intervalNs + ", paused=" + pausedNs);
            assertTrue(
                    pausedShare(durationNs) < 0.02,
                    () -> "interval=" + intervalNs + ", paused=" + pausedShare(durationNs));
        }
    }

    @Test
    void shortBurstsAreCarriedFasterNotSlower() {
        Publisher bursts = new Writer(100);
        double before = poll(bursts, TimeUnit.MICROSECONDS.toNanos(2));
        poll(bursts, TimeUnit.MILLISECONDS.toNanos(20));
        double after = poll(bursts, TimeUnit.MILLISECONDS.toNanos(20));
        assertTrue(after > before, "before=" + before + ", after=" + after);
        assertTrue(pause.pauseNs <= 4_000, () -> "pause=" + pause.pauseNs);
    }

    @Test
    void pauseEndsSoonWhenTheStreamDoes() {
        poll(new Writer(Long.MAX_VALUE), TimeUnit.MILLISECONDS.toNanos(20));
        assertTrue(pause.pauseNs > 0);
        poll(new Writer(1), TimeUnit.MILLISECONDS.toNanos(1));
        assertEquals(0, pause.pauseNs);
    }

    @Test
    void pollsLookAwayOnceMessagesHaveComeOneByOne() {
        pollOneByOne(63);
        pause.beforePoll();
        assertFalse(pause.looksAway(), "63 may be a chance");
        pollOneByOne(1);
        pause.beforePoll();
        assertTrue(pause.looksAway());
    }

    @Test
    void pollsLookAgainOnceOneShouldHaveLookedOrSeveralMessagesCame() {
        pollOneByOne(100);
        pollThatDelivers(1, true);
        pollThatDelivers(1, true); // At once: it was available when the last poll looked away.
        pause.beforePoll();
        assertFalse(pause.looksAway());

        pollOneByOne(100);
        pollThatDelivers(2, true);
        pause.beforePoll();
        assertFalse(pause.looksAway());
    }

    @Test
    void pollThatWasToTakeOneOnlyTellsNothingOfTheNext() {
        for (int i = 0; i < 100; i++) {
            pollThatDelivers(1, false);
        }
        pause.beforePoll();
        assertFalse(pause.looksAway());
    }

    private void pollOneByOne(int times) {
        for (int i = 0; i < times; i++) {
            pollThatDelivers(1, true);
            pause.beforePoll();
            pause.foundNothing();
        }
    }

    private void pollThatDelivers(int messages, boolean caughtUp) {
        pause.beforePoll();
        pause.afterPoll(messages, caughtUp);
    }
}
