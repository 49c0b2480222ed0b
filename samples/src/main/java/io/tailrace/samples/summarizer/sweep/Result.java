/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.measure.Figures;
import io.tailrace.samples.summarizer.pipeline.Fill;
import java.util.List;

/**
 * What a point has come to. The first two are of the second half of the input, without most of the JVM's warm-up.
 *
 * @param eventsPerS events a second
 * @param cpuSPerMillion processor time of all processes, in seconds, for a million events
 * @param wholeEventsPerS events a second of the whole run
 * @param fills how full each stage was, in the whole run
 */
public record Result(double eventsPerS, double cpuSPerMillion, double wholeEventsPerS, List<Fill> fills) {
    /** Leaves out the stages of the other version, through which nothing went. */
    static Result of(Figures figures, int version) {
        Figures.Part warm = figures.warm();
        return new Result(
                warm.events() / warm.seconds(),
                warm.cpuSeconds() / warm.events() * 1e6,
                figures.all().events() / figures.all().seconds(),
                figures.fills().stream()
                        .filter(fill -> fill.stage().contains("-v" + version))
                        .toList());
    }

    /** {@return how many processors were busy} */
    double busyProcessors() {
        return eventsPerS * cpuSPerMillion / 1e6;
    }
}
