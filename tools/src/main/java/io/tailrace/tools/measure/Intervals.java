/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

/** Tells that an interval has ended, once for each. For one thread. */
final class Intervals {
    private final long eachNs;
    private long nextNs;

    /**
     * One behind the other.
     *
     * @param firstNs when the first one ends, in the time since the start
     */
    Intervals(long firstNs, long eachNs) {
        this.nextNs = firstNs;
        this.eachNs = eachNs;
    }

    /** {@return whether another one has ended} True once for each, also for those that passed unseen. */
    boolean hasEnded(long elapsedNs) {
        if (elapsedNs < nextNs) {
            return false;
        }
        nextNs += eachNs;
        return true;
    }
}
