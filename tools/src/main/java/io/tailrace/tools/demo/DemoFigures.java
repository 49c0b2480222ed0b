/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.demo;

import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The demo's figures as people read them. */
final class DemoFigures {
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P999 = 99.9;

    private DemoFigures() {}

    static String heading() {
        return "  time   messages/s      MB/s  latency p50        p99      p99.9   lag of each subscriber";
    }

    static String line(int second, long messages, int size, Histogram latency, long[] lags) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%4d s %,12d %9.1f %12s %10s %10s   ",
                second,
                messages,
                megabytes((double) messages, size),
                time(p50(latency)),
                time(p99(latency)),
                time(p999(latency))));
        for (int i = 0; i < lags.length; i++) {
            line.append(i == 0 ? "" : ", ").append(String.format(Locale.ROOT, "%,d", lags[i]));
        }
        return line.toString();
    }

    static double megabytes(double messages, int size) {
        return messages * size / 1e6;
    }

    static long p50(Histogram latency) {
        return latency.getValueAtPercentile(P50);
    }

    static long p99(Histogram latency) {
        return latency.getValueAtPercentile(P99);
    }

    static long p999(Histogram latency) {
        return latency.getValueAtPercentile(P999);
    }

    /** {@return a time with three digits and a unit} */
    static String time(long ns) {
        if (ns < 1_000) {
            return ns + " ns";
        }
        if (ns < 1_000_000) {
            return threeDigits(ns / 1e3) + " us";
        }
        return ns < 1_000_000_000 ? threeDigits(ns / 1e6) + " ms" : threeDigits(ns / 1e9) + " s";
    }

    private static String threeDigits(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    }
}
