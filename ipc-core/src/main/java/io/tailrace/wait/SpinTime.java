/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

/**
 * How long it pays to spin before a sleep: a sleep and its wake-up cost some 20 µs, on both sides. If messages arrive
 * while this thread spins, it spins twice as long as they took; if not, half as long as before, down to zero. After
 * that it spins for the full time now and then, as a trial. Used by one thread.
 */
public final class SpinTime {
    private static final long LONGEST_NS = 20_000;
    private static final long SHORTEST_NS = 1_000;
    private static final int WAITS_TO_TRIAL = 32;

    /** A check that took this long was held up: another thread had the processor. */
    private static final long HELD_UP_NS = 1_000;
    /** The number of yields after a check that was held up. */
    private static final int YIELDS = 200;

    /** A check that took this long was held up for a whole time slice. */
    private static final long SLICE_NS = 500_000;
    /** Slices closer together than this, so many in a row, are lost to a thread that never yields. */
    private static final long CLOSE_NS = 2_000_000;

    private static final int LOST_SLICES = 3;
    private static final long CROWDED_NS = 200_000_000;

    private long ns = LONGEST_NS;
    private int waits;
    private int yields;
    private int lostSlices;
    private long lostSliceNs = System.nanoTime() - CLOSE_NS;
    private long crowdedNs = lostSliceNs - CROWDED_NS;

    /** {@return how long to spin this time} */
    public long ns(long nowNs) {
        return nowNs - crowdedNs < CROWDED_NS ? 0 : ++waits % WAITS_TO_TRIAL == 0 ? LONGEST_NS : ns;
    }

    /**
     * Pauses between two checks. If more threads spin than there are processors, each would keep the others from
     * running for milliseconds. So a thread that was held up yields until no other thread has wanted its processor for
     * a while. If the other thread never yields, such as a publisher at full speed, this one sleeps instead: a woken
     * thread gets a processor at once.
     *
     * @param lookedNs when it looked
     * @return when it checks next
     */
    @SuppressWarnings("ThreadPriorityCheck") // The yield is a hint; nothing depends on it.
    public long pause(long lookedNs) {
        if (yields > 0) {
            yields--;
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
        long nowNs = System.nanoTime();
        if (nowNs - lookedNs > HELD_UP_NS) {
            yields = YIELDS;
            noteSlice(lookedNs, nowNs);
        }
        return nowNs;
    }

    private void noteSlice(long lookedNs, long nowNs) {
        if (nowNs - lookedNs > SLICE_NS) {
            lostSlices = lookedNs - lostSliceNs < CLOSE_NS ? lostSlices + 1 : 1;
            lostSliceNs = nowNs;
            if (lostSlices >= LOST_SLICES) {
                crowdedNs = nowNs;
            }
        }
    }

    /** A message arrived within this time. */
    void met(long waitedNs) {
        ns = Math.min(LONGEST_NS, Math.max(2 * waitedNs, ns));
    }

    /** No message arrived. */
    public void missed() {
        ns = ns / 2 < SHORTEST_NS ? 0 : ns / 2;
    }
}
