/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Histograms of times, and the figures that are kept. */
public final class Figures {
    /** The points of curves: the fraction of messages that are not later. */
    private static final List<Double> FRACTIONS = List.of(
            0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975, 0.99, 0.995, 0.9975, 0.999, 0.9995, 0.99975, 0.9999, 0.99995,
            0.99999);

    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final int DIGITS = 3;

    private Figures() {}

    /** {@return a histogram for one thread at a time} */
    public static Histogram newHistogram() {
        return new Histogram(HIGHEST_NS, DIGITS);
    }

    /** {@return a histogram for any number of threads} */
    public static Histogram newSharedHistogram() {
        return new ConcurrentHistogram(HIGHEST_NS, DIGITS);
    }

    /** Records a time. It is negative if the clocks of two cores differ by more than the time of a message. */
    public static void record(Histogram histogram, long ns) {
        histogram.recordValue(Math.min(Math.max(ns, 0), HIGHEST_NS));
    }

    /** {@return percentiles in ns, by name, and as a curve} */
    public static Map<String, Object> of(Histogram histogram) {
        Map<String, Object> figures = new TreeMap<>();
        figures.put("count", histogram.getTotalCount());
        figures.put("mean", histogram.getMean());
        figures.put("p50", histogram.getValueAtPercentile(50));
        figures.put("p90", histogram.getValueAtPercentile(90));
        figures.put("p99", histogram.getValueAtPercentile(99));
        figures.put("p999", histogram.getValueAtPercentile(99.9));
        figures.put("p9999", histogram.getValueAtPercentile(99.99));
        figures.put("max", histogram.getMaxValue());
        figures.put("fractions", FRACTIONS);
        figures.put(
                "curve",
                FRACTIONS.stream()
                        .map(fraction -> histogram.getValueAtPercentile(100 * fraction))
                        .toList());
        return figures;
    }

    /**
     * The delays of a schedule's messages, by intervals. Each interval has its own histogram, created beforehand:
     * nothing is reset or copied meanwhile. Checks that each message is the successor of the previous one.
     */
    public static final class Latencies {

        private final Schedule schedule;
        private final Histogram leadIn = Figures.newHistogram();
        private final List<Histogram> intervals = new ArrayList<>();

        private Histogram current = leadIn;
        private int nextInterval;
        private long currentEndNs;
        private long expectedNs;
        private long misplaced;

        /** With room for all of a schedule. */
        public Latencies(Schedule schedule) {
            this.schedule = schedule;
            this.currentEndNs = schedule.measureFromNs();
            this.expectedNs = schedule.startNs();
            for (int i = 0; i < schedule.intervals(); i++) {
                intervals.add(Figures.newHistogram());
            }
        }

        /** Records a message now. */
        public void record(long intendedNs) {
            if (intendedNs != expectedNs) {
                misplaced++;
            }
            expectedNs = intendedNs + schedule.periodNs();
            if (intendedNs >= currentEndNs) {
                current = intervals.get(nextInterval++);
                currentEndNs += schedule.intervalNs();
            }
            Figures.record(current, System.nanoTime() - intendedNs);
        }

        /**
         * {@return the figures}
         *
         * @throws IllegalStateException if a message was out of order
         */
        public Map<String, Object> figures() {
            if (misplaced != 0) {
                throw new IllegalStateException("messages out of order or lost: places=" + misplaced);
            }
            Histogram all = Figures.newHistogram();
            intervals.forEach(all::add);
            if (all.getTotalCount() == 0) {
                Figures.record(all, Long.MAX_VALUE); // The sender has given up in the lead-in.
            }
            Map<String, Object> figures = Figures.of(all);
            if (intervals.size() > 1) {
                figures.put("intervalMs", schedule.intervalNs() / 1_000_000);
                figures.put("intervalMax", ofIntervals(Histogram::getMaxValue));
                figures.put("intervalP999", ofIntervals(interval -> interval.getValueAtPercentile(99.9)));
            }
            return figures;
        }

        private List<Long> ofIntervals(ToLongFunction<Histogram> figure) {
            return intervals.stream().map(figure::applyAsLong).toList();
        }
    }
}
