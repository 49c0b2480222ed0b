/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import org.HdrHistogram.Histogram;

/**
 * Times between two looks at the clock by a thread that does nothing else. A long one is a hiccup: the thread did not
 * run. For one thread.
 */
final class Hiccups {
    private final long thresholdNs;
    private final Histogram gaps = Latencies.newHistogram();
    private long count;
    private long lostNs;
    private long tookNs;

    /**
     * None yet.
     *
     * @param thresholdNs what takes longer is a hiccup
     */
    Hiccups(long thresholdNs) {
        this.thresholdNs = thresholdNs;
    }

    void add(long gapNs) {
        Latencies.record(gaps, gapNs);
        tookNs += gapNs;
        if (gapNs > thresholdNs) {
            count++;
            lostNs += gapNs;
        }
    }

    long thresholdNs() {
        return thresholdNs;
    }

    /** {@return all of the times} */
    Histogram gaps() {
        return gaps;
    }

    /** {@return how many hiccups there were} */
    long count() {
        return count;
    }

    /** {@return how long all hiccups took together} */
    long lostNs() {
        return lostNs;
    }

    /** {@return how long all of it took} */
    long tookNs() {
        return tookNs;
    }

    /** {@return the part of the time that hiccups took} */
    double lostPercent() {
        return tookNs == 0 ? 0 : 100.0 * lostNs / tookNs;
    }
}
