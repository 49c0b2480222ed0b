/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * How long it pays to look again and again before a sleep: a sleep and its end cost some 20 µs, on both sides. Where
 * messages came while this thread looked, it looks twice as long as they took; where they did not, half as long as
 * before, down to nothing. Then it looks for the whole time now and then, to find out. One thread.
 */
final class SpinTime {
    private static final long LONGEST_NS = 20_000;
    private static final long SHORTEST_NS = 1_000;
    private static final int WAITS_TO_TRIAL = 32;

    private long ns = LONGEST_NS;
    private int waits;

    /** {@return how long to look this time} */
    long ns() {
        return ++waits % WAITS_TO_TRIAL == 0 ? LONGEST_NS : ns;
    }

    /** A message came within this time. */
    void met(long waitedNs) {
        ns = Math.min(LONGEST_NS, Math.max(2 * waitedNs, ns));
    }

    /** None came. */
    void missed() {
        ns = ns / 2 < SHORTEST_NS ? 0 : ns / 2;
    }
}
