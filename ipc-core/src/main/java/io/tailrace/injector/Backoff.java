/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

/**
 * How long a thread sleeps that has found nothing to do: the minimum at first, twice as long each time, but no longer
 * than the maximum. One thread.
 */
final class Backoff {
    private final long minNs;
    private final long maxNs;
    private long nextNs;

    Backoff(long minNs, long maxNs) {
        this.minNs = minNs;
        this.maxNs = maxNs;
        this.nextNs = minNs;
    }

    /** The thread has found something to do. */
    void reset() {
        nextNs = minNs;
    }

    /** {@return how long to sleep now} */
    long nextNs() {
        long ns = nextNs;
        nextNs = Math.min(2 * ns, maxNs);
        return ns;
    }
}
