/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.recording;

import io.tailrace.tools.command.Termination;

/**
 * When recorded messages are due again: the first at once, each other one as long behind it as it was then, divided by
 * the speed. Being late for one makes up for it with the next, but for at most a second. For one thread.
 */
final class Schedule {
    private static final long LATEST_NS = 1_000_000_000;

    private final double speed;
    private boolean begun;
    private long startNs;
    private long firstNs;

    /** At so many times the speed of then; infinity does not wait at all. */
    Schedule(double speed) {
        this.speed = speed;
    }

    /** Waits until a message is due; returns false if the command was asked to end before that. */
    boolean await(long timeNs, Termination termination) {
        if (Double.isInfinite(speed)) {
            return !termination.isRequested();
        }
        return termination.sleepUntil(dueNs(timeNs, System.nanoTime()));
    }

    /** {@return when the message is due that was received at {@code timeNs}} */
    long dueNs(long timeNs, long nowNs) {
        if (!begun) {
            begun = true;
            startNs = nowNs;
            firstNs = timeNs;
        }
        long dueNs = startNs + (long) ((timeNs - firstNs) / speed);
        if (nowNs - dueNs > LATEST_NS) {
            startNs += nowNs - dueNs;
            dueNs = nowNs;
        }
        return dueNs;
    }
}
