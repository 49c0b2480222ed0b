/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import io.tailrace.samples.summarizer.pipeline.Fill;
import java.util.ArrayList;
import java.util.List;

/** Points of a sweep that never was. */
final class MadeUpPoints {
    private final List<Point> points = new ArrayList<>();
    private final Machine machine;

    /** Of a machine with two processors. */
    MadeUpPoints() {
        this(2);
    }

    MadeUpPoints(int processors) {
        machine = new Machine("25", processors, "a processor", "6.18");
    }

    MadeUpPoints add(Setting setting, double... eventsPerS) {
        return add(setting, 1, List.of(), eventsPerS);
    }

    /** A point in each round. */
    MadeUpPoints add(Setting setting, double cpuSPerMillion, List<Fill> fills, double... eventsPerS) {
        for (int i = 0; i < eventsPerS.length; i++) {
            Result result = new Result(eventsPerS[i], cpuSPerMillion, eventsPerS[i] / 2, fills);
            points.add(new Point(setting, i + 1, 7, machine, result, null));
        }
        return this;
    }

    MadeUpPoints addFailure(Setting setting, String why) {
        points.add(new Point(setting, 1, 7, null, null, why));
        return this;
    }

    List<Point> all() {
        return points;
    }
}
