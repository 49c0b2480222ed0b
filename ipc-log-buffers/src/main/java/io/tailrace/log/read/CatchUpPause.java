/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.internal.Padded;
import java.util.function.LongSupplier;

/**
 * How long a subscriber that has read everything stays away from the cache lines that a publisher is writing.
 *
 * <p>Reading the next header takes its line from the publisher, which needs it back for the next store: some hundred
 * nanoseconds each time, in which the publisher would have written several messages; if each message takes an atomic
 * add, it cannot even proceed meanwhile. In addition, the hardware prefetches for the reader the lines after the one
 * that is read, which the publisher is about to write. So if messages arrive that fast, a poll after one that caught up
 * first waits a little, and takes many at once.
 *
 * <p>The length of the pause is found by trial: a longer one is kept only if it yields more messages a second, a
 * shorter one whenever it yields no fewer. So a publisher that waits for answers, or sends at its own rate, is never
 * held up: a pause yields no more of its messages. Each trial lasts {@link #CATCH_UPS} pauses, between two measurements
 * of the current pause, so that a disturbance of any of the three only keeps the current pause. Below {@link
 * #LOWEST_RATE} nothing is tried.
 *
 * <p>If messages arrive one by one, a poll that has delivered one looks away: it ends without a check for another,
 * which would wait for the publisher's line while the message's answer waits for the poll. If that was wrong, because
 * the next poll finds a message at once, all polls check again.
 *
 * <p>A poll that delivers only records its result, and the next one learns from it: by then its messages are answered.
 * Used by one thread.
 */
public final class CatchUpPause extends Padded {
    private static final long SHORTEST_NS = 250;
    /** The pause of level 7: 16 us. Longer pauses gained little more (benchmarks/TRIED.md). */
    private static final int HIGHEST_LEVEL = 7;

    /** This many in a row are not chance; and a program that has just begun gets everything available in one poll. */
    private static final int SINGLES_TO_LOOK_AWAY = 64;

    /** Times that a subscriber catches up in one measurement. */
    private static final int CATCH_UPS = 16;
    /** Messages a millisecond: slower publishers have time between checks. */
    private static final long LOWEST_RATE = 4_000;

    /** The rates at which a longer and a shorter pause are kept, in percent of the previous rate. */
    private static final long GAIN = 103;

    private static final long LOSS = 99;

    /**
     * The maximum number of measurements between two trials: without a pause, since most trials gain nothing, and with
     * one.
     */
    private static final int LONGEST_INTERVAL = 512;

    private static final int LONGEST_INTERVAL_PAUSING = 32;

    private enum Phase {
        BEFORE,
        TRIAL,
        AFTER
    }

    /** The result of the last poll, until the next one has learnt from it; 0 messages: nothing to learn. */
    private int delivered;

    private boolean caughtUp;
    /** 0 or 1. */
    private int lookedAway;
    /** Consecutive polls that caught up with one message each. */
    private int singles;

    private long messages;
    private long catchUps;
    /** The pause before a poll that follows one that caught up. */
    long pauseNs;

    private long startNs;
    private int level;
    private int direction = 1;
    private long interval = 1;
    private long sinceTrial;
    private long rateBefore;
    private long rateInTrial;
    private Phase phase = Phase.BEFORE;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final boolean mayPause;
    private final LongSupplier clockNs;

    /** @param mayPause whether a poll may wait a little; otherwise it only looks away */
    public CatchUpPause(boolean mayPause) {
        this(mayPause, System::nanoTime);
    }

    CatchUpPause(boolean mayPause, LongSupplier clockNs) {
        this.mayPause = mayPause;
        this.clockNs = clockNs;
        this.startNs = clockNs.getAsLong();
    }

    /** Learns from the last poll, and waits if that one caught up and waiting pays. */
    public void beforePoll() {
        if (delivered != 0) {
            learnFromLast();
        }
    }

    private void learnFromLast() {
        boolean mistaken = lookedAway != 0;
        boolean single = delivered == 1 && caughtUp;
        lookedAway = single && looksAway() ? 1 : 0;
        singles = single && !mistaken ? Math.min(singles + 1, SINGLES_TO_LOOK_AWAY) : 0;
        messages += delivered;
        delivered = 0;
        if (caughtUp && mayPause) {
            if (++catchUps >= CATCH_UPS) { // Not ==: two threads that poll by mistake may both count here.
                measure();
            }
            if (pauseNs != 0) {
                pause();
            }
        }
    }

    /** {@return whether a poll that has delivered one message is to end without a check for another} */
    public boolean looksAway() {
        return singles == SINGLES_TO_LOOK_AWAY;
    }

    /** A poll found nothing. */
    public void foundNothing() {
        if (lookedAway != 0) { // Avoids a store to its line in every poll.
            lookedAway = 0;
        }
    }

    private void pause() {
        long fromNs = clockNs.getAsLong();
        do {
            Thread.onSpinWait();
        } while (clockNs.getAsLong() - fromNs < pauseNs);
    }

    /**
     * Records the result of a poll, for the next one to learn from.
     *
     * @param nowDelivered how many messages
     * @param nowCaughtUp whether it ended because no more messages were there, as far as it checked
     */
    public void afterPoll(int nowDelivered, boolean nowCaughtUp) {
        delivered = nowDelivered;
        caughtUp = nowCaughtUp;
        lookedAway &= -nowDelivered >>> (Integer.SIZE - 1); // 0 if it found nothing; without a branch: see FrameReader.
    }

    private void measure() {
        long nowNs = clockNs.getAsLong();
        learn(messages * 1_000_000 / Math.max(1, nowNs - startNs));
        startNs = nowNs;
        messages = 0;
        catchUps = 0;
    }

    private void learn(long rate) {
        switch (phase) {
            case BEFORE -> {
                rateBefore = rate;
                if (rate < LOWEST_RATE) {
                    settle(Math.max(0, level - 1));
                } else if (++sinceTrial >= interval) {
                    phase = Phase.TRIAL;
                    pauseNs = pauseNs(level + direction);
                }
            }
            case TRIAL -> {
                rateInTrial = rate;
                phase = Phase.AFTER;
                pauseNs = pauseNs(level);
            }
            case AFTER -> decide(Math.max(rateBefore, rate));
        }
    }

    private void decide(long rate) {
        if (rateInTrial * 100 >= rate * (direction > 0 ? GAIN : LOSS)) {
            interval = 1;
            settle(level + direction);
        } else {
            interval = Math.min(interval * 2, level == 0 ? LONGEST_INTERVAL : LONGEST_INTERVAL_PAUSING);
            direction = -direction;
            settle(level);
        }
    }

    private void settle(int newLevel) {
        level = newLevel;
        pauseNs = pauseNs(newLevel);
        if (newLevel == 0) {
            direction = 1;
        } else if (newLevel == HIGHEST_LEVEL) {
            direction = -1;
        }
        phase = Phase.BEFORE;
        sinceTrial = 0;
    }

    private static long pauseNs(int level) {
        return level == 0 ? 0 : SHORTEST_NS << (level - 1);
    }
}
