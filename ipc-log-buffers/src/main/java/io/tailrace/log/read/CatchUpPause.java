/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import io.tailrace.internal.Padded;
import java.util.function.LongSupplier;

/**
 * How long a subscriber that has read everything stays away from the cache lines that a publisher is writing.
 *
 * <p>A look at the next header takes its line from the publisher, which needs it back for the next store: some hundred
 * nanoseconds each time, in which the publisher would have written several messages; where each message takes an atomic
 * add, it can not even go on meanwhile. And behind the line that is read, the hardware prefetches for the reader what
 * the publisher is about to write. So where messages come that fast, a poll that follows one that caught up first waits
 * a little, and takes many at once.
 *
 * <p>The length of the pause is found by trying: a longer one is kept only if more messages a second come with it, a
 * shorter one whenever no fewer do. So a publisher that waits for answers, or sends at a rate of its own, is never held
 * up: a pause brings no more of its messages. Each trial lasts {@link #CATCH_UPS} pauses, between two measurements of
 * the pause as it is, so that a disturbance of any of the three only keeps things as they are. Below
 * {@link #LOWEST_RATE} nothing is tried.
 *
 * <p>Where messages come one by one, a poll that has delivered one looks away: it ends without a look for another,
 * which would wait for the publisher's line while the message's answer waits for the poll. Once it should have looked,
 * because the next poll finds a message at once, all polls look again.
 *
 * <p>A poll that delivers only notes what it did, and the next one learns from it: by then its messages are answered.
 * One thread.
 */
public final class CatchUpPause extends Padded {
    private static final long SHORTEST_NS = 250;
    /** The pause of level 7: 16 us. Longer ones carried little more in `benchmarks duel`. */
    private static final int HIGHEST_LEVEL = 7;

    /** So many in a row are no chance; and a program that has just begun gets by one poll all that is there. */
    private static final int SINGLES_TO_LOOK_AWAY = 64;

    /** Times that a subscriber catches up in one measurement. */
    private static final int CATCH_UPS = 16;
    /** Messages a millisecond: slower ones leave the publisher time between looks. */
    private static final long LOWEST_RATE = 4_000;

    /**
     * The rate with which a longer pause is kept, and that with which a shorter one is, in percent of the rate before.
     */
    private static final long GAIN = 103;

    private static final long LOSS = 99;

    /**
     * Measurements between two trials, at most: without a pause, since nothing is gained by most of them, and with one.
     */
    private static final int LONGEST_INTERVAL = 512;

    private static final int LONGEST_INTERVAL_PAUSING = 32;

    private enum Phase {
        BEFORE,
        TRIAL,
        AFTER
    }

    /** What the last poll did, until the next one has learnt from it; 0 messages: nothing to learn. */
    private int delivered;

    private boolean caughtUp;
    private boolean lookedAway;
    /** Polls in a row that caught up by one message each. */
    private int singles;

    private long messages;
    private long catchUps;
    private long pauseNs;

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

    /** @param mayPause whether a poll may wait a little; else it only looks away */
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
        boolean mistaken = lookedAway;
        boolean single = delivered == 1 && caughtUp;
        lookedAway = single && looksAway();
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

    /** {@return whether a poll that has delivered one message is to end without a look for another} */
    public boolean looksAway() {
        return singles == SINGLES_TO_LOOK_AWAY;
    }

    /** A poll finds nothing. */
    public void foundNothing() {
        if (lookedAway) { // Its line is not to be stored to by every poll.
            lookedAway = false;
        }
    }

    private void pause() {
        long fromNs = clockNs.getAsLong();
        do {
            Thread.onSpinWait();
        } while (clockNs.getAsLong() - fromNs < pauseNs);
    }

    /**
     * Notes what a poll did, for the next one to learn from.
     *
     * @param nowDelivered how many messages
     * @param nowCaughtUp whether it ended because no more were there, as far as it looked
     */
    public void afterPoll(int nowDelivered, boolean nowCaughtUp) {
        delivered = nowDelivered;
        caughtUp = nowCaughtUp;
        if (nowDelivered == 0) {
            foundNothing();
        }
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

    /** {@return the pause before a poll that follows one that caught up, in ns} */
    long pauseNs() {
        return pauseNs;
    }
}
