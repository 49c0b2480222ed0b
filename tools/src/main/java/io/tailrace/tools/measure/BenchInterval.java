/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** What one subscriber received in a time. */
record BenchInterval(long tookNs, long messages) {
    private static final double NS_PER_SECOND = 1e9;

    /**
     * What it had received at a time since the start.
     *
     * @param elapsedNs when
     * @param latency since the mark before; of a demo only
     */
    record Mark(long elapsedNs, long received, @Nullable Histogram latency) {
        /** {@return what a subscriber has told} */
        static Mark parse(String text) {
            String[] words = text.split(" ", -1);
            Histogram latency = words.length > 2 ? Latencies.decode(words[2]) : null;
            return new Mark(Long.parseLong(words[0]), Long.parseLong(words[1]), latency);
        }

        BenchInterval since(Mark before) {
            return new BenchInterval(elapsedNs - before.elapsedNs, received - before.received);
        }
    }

    double perSecond() {
        return messages * NS_PER_SECOND / tookNs;
    }

    /** {@return that of the slowest subscriber} All received at least at that rate. */
    static BenchInterval slowest(List<BenchInterval> all) {
        return all.stream()
                .min(Comparator.comparingDouble(BenchInterval::perSecond))
                .orElseThrow();
    }

    /** {@return the middle one of the rates, the lower of two} */
    static double medianPerSecond(List<BenchInterval> all) {
        double[] rates =
                all.stream().mapToDouble(BenchInterval::perSecond).sorted().toArray();
        return rates[(rates.length - 1) / 2];
    }
}
