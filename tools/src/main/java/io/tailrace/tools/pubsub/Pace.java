/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.tools.command.Termination;

/**
 * Spreads messages over time, by a schedule that knows when each is due: being late for one makes up for it with the
 * next, but for at most a second. For one thread.
 */
public final class Pace {
    private static final double NS_PER_SECOND = 1e9;
    private static final long LATEST_NS = 1_000_000_000;

    private final double intervalNs;
    private long startNs;
    private long count;

    private Pace(double intervalNs) {
        this.intervalNs = intervalNs;
    }

    /**
     * A pace of so many messages a second; infinity does not wait at all.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public static Pace of(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be positive: rate=" + perSecond);
        }
        return new Pace(NS_PER_SECOND / perSecond);
    }

    /** Waits until the next message is due; returns false if the command was asked to end before that. */
    boolean awaitTurn(Termination termination) {
        if (intervalNs == 0) {
            return true;
        }
        long nowNs = System.nanoTime();
        if (count == 0) {
            startNs = nowNs;
        }
        return termination.sleepUntil(dueNs(nowNs));
    }

    /** {@return when the next message is due} */
    long dueNs(long nowNs) {
        long dueNs = startNs + (long) (count * intervalNs);
        if (nowNs - dueNs > LATEST_NS) {
            startNs = nowNs;
            count = 0;
            dueNs = nowNs;
        }
        count++;
        return dueNs;
    }
}
