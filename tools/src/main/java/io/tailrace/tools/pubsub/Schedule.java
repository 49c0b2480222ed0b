/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.tools.command.Termination;

/**
 * Computes when messages with times of their own are due: the first at once, each later one after the difference of
 * their times, divided by the speed. After a delay the next messages catch up, but by at most a second. One thread.
 */
public final class Schedule {
    private static final double NS_PER_SECOND = 1e9;
    private static final long LATEST_NS = 1_000_000_000;

    private final double speed;
    private boolean begun;
    private long startNs;
    private double firstNs;

    /** Replays at a multiple of the original speed; infinity never waits. */
    public Schedule(double speed) {
        this.speed = speed;
    }

    /**
     * {@return a schedule of {@code perSecond} messages a second, whose times are their numbers}
     *
     * @throws IllegalArgumentException if the rate is not positive
     */
    static Schedule ofRate(double perSecond) {
        if (!(perSecond > 0)) {
            throw new IllegalArgumentException("rate must be positive: rate=" + perSecond);
        }
        return new Schedule(perSecond / NS_PER_SECOND);
    }

    /** Waits until a message is due; returns false if the command was asked to end first. */
    boolean await(double timeNs, Termination termination) {
        if (Double.isInfinite(speed)) {
            return !termination.isRequested();
        }
        return termination.sleepUntil(dueNs(timeNs, System.nanoTime()));
    }

    /** {@return when the message with that time is due} */
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
