/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * How late the messages of a schedule are, by parts of its time. Each has a histogram of its own, made beforehand:
 * nothing is reset or copied meanwhile. Checks that each message is the successor of the one before.
 */
public final class Latencies {

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
            Figures.record(all, Long.MAX_VALUE); // Whoever sent has given up in the lead-in.
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
