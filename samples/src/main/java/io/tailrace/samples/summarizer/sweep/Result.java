/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.measure.Figures;
import io.tailrace.samples.summarizer.pipeline.Fill;
import java.util.List;

/**
 * What a point has come to. The first two are of the second half of the input, without most of the JVM's warm-up; of
 * the whole run where lines come at a rate, for the second half would be what had come late in the first one, and over
 * TCP, where nobody knows where half of it is.
 *
 * @param eventsPerS events a second
 * @param cpuSPerMillion processor time of all processes, in seconds, for a million events
 * @param wholeEventsPerS events a second of the whole run
 * @param fills how full each stage was, in the whole run
 */
public record Result(double eventsPerS, double cpuSPerMillion, double wholeEventsPerS, List<Fill> fills) {
    /** Leaves out the stages of the other version, through which nothing went. */
    static Result of(Figures figures, Setting setting) {
        boolean isWhole = setting.isTcp() || setting.linesPerS() > 0;
        Figures.Part part = isWhole ? figures.all() : figures.warm();
        return new Result(
                part.events() / part.seconds(),
                part.cpuSeconds() / part.events() * 1e6,
                figures.all().events() / figures.all().seconds(),
                figures.fills().stream()
                        .filter(fill -> fill.stage().contains("-v" + setting.version()))
                        .toList());
    }

    /** {@return how many processors were busy} */
    double busyProcessors() {
        return eventsPerS * cpuSPerMillion / 1e6;
    }
}
