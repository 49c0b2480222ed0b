/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.tools.command.Termination;

/**
 * When messages are due that have times of their own: the first at once, each other one as long after it as their
 * times are apart, divided by the speed. Being late for one makes up for it with the next, but for at most a second.
 * For one thread.
 */
public final class Schedule {
    private static final double NS_PER_SECOND = 1e9;
    private static final long LATEST_NS = 1_000_000_000;

    private final double speed;
    private boolean begun;
    private long startNs;
    private double firstNs;

    /** At so many times the speed of their times; infinity does not wait at all. */
    public Schedule(double speed) {
        this.speed = speed;
    }

    /**
     * {@return one for so many messages a second, whose times are their numbers}
     *
     * @throws IllegalArgumentException if the rate is not positive
     */
    static Schedule ofRate(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be positive: rate=" + perSecond);
        }
        return new Schedule(perSecond / NS_PER_SECOND);
    }

    /** Waits until a message is due; returns false if the command was asked to end before that. */
    boolean await(double timeNs, Termination termination) {
        if (Double.isInfinite(speed)) {
            return !termination.isRequested();
        }
        return termination.sleepUntil(dueNs(timeNs, System.nanoTime()));
    }

    /** {@return when the message of that time is due} */
    long dueNs(double timeNs, long nowNs) {
        if (!begun) {
            begun = true;
            startNs = nowNs;
            firstNs = timeNs;
        }
        long dueNs = startNs + Math.round((timeNs - firstNs) / speed);
        if (nowNs - dueNs > LATEST_NS) {
            startNs += nowNs - dueNs;
            dueNs = nowNs;
        }
        return dueNs;
    }
}
