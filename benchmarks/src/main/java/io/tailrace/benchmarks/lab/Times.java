/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Histograms of times in ns, up to ten seconds with three digits, and the figures of them that are kept. */
public final class Times {
    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final int DIGITS = 3;

    private Times() {}

    /** {@return an empty histogram, for one thread at a time} */
    public static Histogram newHistogram() {
        return new Histogram(HIGHEST_NS, DIGITS);
    }

    /** Records a time. It is negative if the clocks of two cores differ by more than the time of a message. */
    public static void record(Histogram histogram, long ns) {
        histogram.recordValue(Math.min(Math.max(ns, 0), HIGHEST_NS));
    }

    /** {@return percentiles in ns, by name} */
    public static Map<String, Object> figures(Histogram histogram) {
        return new TreeMap<>(Map.of(
                "count", histogram.getTotalCount(),
                "mean", histogram.getMean(),
                "p50", histogram.getValueAtPercentile(50),
                "p90", histogram.getValueAtPercentile(90),
                "p99", histogram.getValueAtPercentile(99),
                "p999", histogram.getValueAtPercentile(99.9),
                "p9999", histogram.getValueAtPercentile(99.99),
                "max", histogram.getMaxValue()));
    }
}
