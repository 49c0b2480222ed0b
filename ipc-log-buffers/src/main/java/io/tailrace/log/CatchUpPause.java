/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.Padded;

/**
 * How long a subscriber that has read everything stays away from the cache lines that a publisher is writing.
 *
 * <p>Looking at the next header takes its line from the publisher, who needs it back for the next store: some hundred
 * nanoseconds each time, in which he would have written several messages; with an atomic add to a message he can not even
 * go on meanwhile. And close behind him, the hardware prefetches for the reader what he is about to write. So where
 * messages come that fast, a poll that follows one that caught up first waits a little, and takes many at once.
 *
 * <p>It learns from its own attempts: now and then it waits {@link #SHORTEST_NS}, less and less often while that is in
 * vain. As long as at least {@link #WORTHWHILE} messages come in each pause it goes on, with pauses up to
 * {@link #LONGEST_NS}; so where messages come one by one, as in a request and its answer, nothing waits. The figures are
 * those that did best in `benchmarks compare`: longer pauses carry some more messages a second, and delay short bursts.
 * One thread.
 */
public final class CatchUpPause extends Padded {
    private static final long SHORTEST_NS = 250;
    private static final long LONGEST_NS = 1000;
    /** Messages in one pause. */
    private static final int WORTHWHILE = 3;
    /** Messages in one pause that keep as much distance as helps. */
    private static final int ENOUGH = 128;

    /** Times that a subscriber catches up between two attempts. */
    private static final int SHORTEST_INTERVAL = 32;

    private static final int LONGEST_INTERVAL = 1024;

    private long pauseNs;
    private long interval = SHORTEST_INTERVAL;
    private long sinceAttempt;
    private long caughtUp;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    /** Waits, if the last poll caught up and waiting pays. */
    public void beforePoll() {
        if (isDue()) {
            pause();
        }
    }

    boolean isDue() {
        return caughtUp != 0 && pauseNs != 0;
    }

    private void pause() {
        long startNs = System.nanoTime();
        do {
            Thread.onSpinWait();
        } while (System.nanoTime() - startNs < pauseNs);
    }

    /**
     * Learns from a poll.
     *
     * @param messages that it delivered
     * @param foundEnd whether it ended because no more were there
     */
    public void afterPoll(int messages, boolean foundEnd) {
        if (caughtUp != 0) {
            learn(messages);
        }
        caughtUp = foundEnd && messages > 0 ? 1 : 0;
    }

    long pauseNs() {
        return pauseNs;
    }

    private void learn(int messages) {
        if (pauseNs == 0) {
            sinceAttempt++;
            if (sinceAttempt >= interval) {
                sinceAttempt = 0;
                pauseNs = SHORTEST_NS;
            }
        } else if (messages < WORTHWHILE) {
            pauseNs = pauseNs == SHORTEST_NS ? 0 : pauseNs >> 1;
            interval = Math.min(interval << 1, LONGEST_INTERVAL);
        } else {
            interval = SHORTEST_INTERVAL;
            if (messages < ENOUGH) {
                pauseNs = Math.min(pauseNs << 1, LONGEST_NS);
            }
        }
    }
}
