/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import java.util.ArrayList;
import java.util.List;

/** The distribution of messages' lengths, by powers of two. One thread. */
final class Sizes {
    /** The messages whose length is between two bounds, both included. */
    record Bucket(long from, long to, long count, long bytes) {}

    private final long[] counts = new long[Long.SIZE];
    private final long[] bytes = new long[Long.SIZE];
    private long count;
    private long sum;
    private long shortest = Long.MAX_VALUE;
    private long longest;

    void add(long length) {
        int bucket = Long.SIZE - Long.numberOfLeadingZeros(length);
        counts[bucket]++;
        bytes[bucket] += length;
        count++;
        sum += length;
        shortest = Math.min(shortest, length);
        longest = Math.max(longest, length);
    }

    long count() {
        return count;
    }

    /** {@return the length of the shortest message, 0 if there is none} */
    long shortest() {
        return count == 0 ? 0 : shortest;
    }

    long longest() {
        return longest;
    }

    double mean() {
        return count == 0 ? 0 : (double) sum / count;
    }

    /** {@return the powers of two from the shortest message to the longest; empty without messages} */
    List<Bucket> buckets() {
        List<Bucket> buckets = new ArrayList<>();
        int last = Long.SIZE - Long.numberOfLeadingZeros(longest);
        for (int i = Long.SIZE - Long.numberOfLeadingZeros(shortest()); count > 0 && i <= last; i++) {
            long from = i == 0 ? 0 : 1L << (i - 1);
            buckets.add(new Bucket(from, i == 0 ? 0 : 2 * from - 1, counts[i], bytes[i]));
        }
        return buckets;
    }
}
