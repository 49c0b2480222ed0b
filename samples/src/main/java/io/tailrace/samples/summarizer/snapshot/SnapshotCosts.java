/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.snapshot;

/** How long the thread that counts was kept from counting. For one thread. */
public final class SnapshotCosts {
    private long count;
    private long totalNs;
    private long longestNs;

    void add(long elapsedNs) {
        count++;
        totalNs += elapsedNs;
        longestNs = Math.max(longestNs, elapsedNs);
    }

    /** {@return how many snapshots were taken} */
    public long count() {
        return count;
    }

    /** {@return how long all of them took together} */
    public long totalNs() {
        return totalNs;
    }

    /** {@return how long the slowest one took} */
    public long longestNs() {
        return longestNs;
    }
}
