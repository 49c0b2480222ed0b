/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Makes figures of what it reads at gauges. For one thread. */
final class Meter {
    private final List<Gauge> gauges;
    private final Supplier<Map<Reject, Long>> rejects;
    private final double[] fillSums;
    private final long[] countsBefore;
    private long lookCount;
    private long beforeNs;

    /** The first second begins now. */
    Meter(List<Gauge> gauges, Supplier<Map<Reject, Long>> rejects, long nowNs) {
        this.gauges = List.copyOf(gauges);
        this.rejects = rejects;
        this.fillSums = new double[gauges.size()];
        this.countsBefore = new long[gauges.size()];
        this.beforeNs = nowNs;
    }

    /** Looks how full the inputs are, which changes too fast for one look a second. */
    void look() {
        lookCount++;
        for (int i = 0; i < fillSums.length; i++) {
            fillSums[i] += gauges.get(i).fill().getAsDouble();
        }
    }

    /** {@return the figures since the last call} */
    Figures take(long nowNs) {
        double seconds = Math.max(1, nowNs - beforeNs) / 1e9;
        List<StageFigures> stages = new ArrayList<>();
        for (int i = 0; i < fillSums.length; i++) {
            Gauge gauge = gauges.get(i);
            long count = gauge.handledCount().getAsLong();
            double perSecond = (count - countsBefore[i]) / seconds;
            double fill = lookCount == 0 ? 0 : fillSums[i] / lookCount;
            stages.add(new StageFigures(gauge.name(), gauge.step(), gauge.version(), count, perSecond, fill));
            countsBefore[i] = count;
            fillSums[i] = 0;
        }
        lookCount = 0;
        beforeNs = nowNs;
        return new Figures(stages, rejects.get(), false);
    }

    /** {@return the figures of a run that has ended: nothing is done any more, and nothing waits} */
    Figures last() {
        List<StageFigures> stages = gauges.stream()
                .map(gauge -> new StageFigures(
                        gauge.name(),
                        gauge.step(),
                        gauge.version(),
                        gauge.handledCount().getAsLong(),
                        0,
                        0))
                .toList();
        return new Figures(stages, rejects.get(), true);
    }
}
