/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.idle;

/**
 * How long a thread sleeps that has found no work: the minimum at first, twice as long each time, up to the maximum.
 * Used by one thread.
 */
public final class Backoff {
    private final long minNs;
    private final long maxNs;
    private long nextNs;

    public Backoff(long minNs, long maxNs) {
        this.minNs = minNs;
        this.maxNs = maxNs;
        this.nextNs = minNs;
    }

    /** The thread has found work. */
    public void reset() {
        nextNs = minNs;
    }

    /** {@return how long to sleep now} */
    public long nextNs() {
        long ns = nextNs;
        nextNs = Math.min(2 * ns, maxNs);
        return ns;
    }

    /** {@return the maximum} The next sleep lasts as long. */
    public long longestNs() {
        nextNs = maxNs;
        return maxNs;
    }

    /** {@return whether a sleep lasts for the maximum} */
    public boolean isLongest(long ns) {
        return ns == maxNs;
    }
}
