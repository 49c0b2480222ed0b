/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/** Records and shows times in nanoseconds, up to a minute with three digits. */
public final class Latencies {
    /** The titles above {@link #line}. */
    public static final String HEADING = String.format("%10s%10s%10s%10s", "p50", "p99", "p99.9", "max");

    /** Longer times count as this. */
    static final long LONGEST_NS = TimeUnit.MINUTES.toNanos(1);

    private static final int SIGNIFICANT_DIGITS = 3;

    private Latencies() {}

    /** {@return an empty histogram} */
    public static Histogram newHistogram() {
        return new Histogram(LONGEST_NS, SIGNIFICANT_DIGITS);
    }

    /** {@return the same for one thread that records and another one that reads} */
    public static SingleWriterRecorder newRecorder() {
        return new SingleWriterRecorder(LONGEST_NS, SIGNIFICANT_DIGITS);
    }

    /** {@return a time that can be recorded} */
    public static long inRange(long ns) {
        return Math.max(0, Math.min(ns, LONGEST_NS));
    }

    /** {@return the median, two percentiles, and the longest, in columns} */
    public static String line(Histogram latency) {
        return format("%10s%10s%10s%10s", latency);
    }

    /** {@return the same in words} */
    public static String words(Histogram latency) {
        return format("p50 %s, p99 %s, p99.9 %s, max %s", latency);
    }

    private static String format(String format, Histogram latency) {
        return String.format(
                Locale.ROOT,
                format,
                Quantity.latency(latency.getValueAtPercentile(50)),
                Quantity.latency(latency.getValueAtPercentile(99)),
                Quantity.latency(latency.getValueAtPercentile(99.9)),
                Quantity.latency(latency.getMaxValue()));
    }
}
