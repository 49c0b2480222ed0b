/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.snapshot;

import java.util.Locale;

/** How long the thread that counts was kept from counting. For one thread. */
final class SnapshotCosts {
    private static final double NS_PER_MS = 1e6;

    private final long beginNs = System.nanoTime();
    private long count;
    private long totalNs;
    private long longestNs;
    private int length;

    void add(long elapsedNs, int newLength) {
        count++;
        totalNs += elapsedNs;
        longestNs = Math.max(longestNs, elapsedNs);
        length = newLength;
    }

    /** {@return how many snapshots were taken} */
    long count() {
        return count;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "snapshots: %,d of now %,d KiB, %.1f ms each, %.1f ms the longest, %.1f %% of the time",
                count,
                length / 1024,
                totalNs / NS_PER_MS / Math.max(1, count),
                longestNs / NS_PER_MS,
                100.0 * totalNs / (System.nanoTime() - beginNs));
    }
}
