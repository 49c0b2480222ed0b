/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeterTest {
    private static final long SECOND_NS = 1_000_000_000;

    private final Counter counter = new Counter();
    private double fill;
    private Map<Reject, Long> rejects = Map.of();
    private final Gauge gauge = new Gauge("parse-v1", Step.PARSE, 1, counter::get, () -> fill);
    private final Meter meter = new Meter(List.of(gauge), () -> rejects, 0);

    @Test
    void theRateIsThatOfTheTimeSinceTheLastFigures() {
        count(10);
        assertEquals(new StageFigures("parse-v1", Step.PARSE, 1, 10, 10, 0), take(SECOND_NS));
        count(30);
        assertEquals(new StageFigures("parse-v1", Step.PARSE, 1, 40, 60, 0), take(SECOND_NS + SECOND_NS / 2));
        assertEquals(0, take(3 * SECOND_NS).perSecond());
    }

    @Test
    void theFillIsTheMeanOfAllLooksSinceTheLastFigures() {
        fill = 1;
        meter.look();
        fill = 0.5;
        meter.look();
        assertEquals(0.75, take(SECOND_NS).fill());
        meter.look();
        assertEquals(0.5, take(2 * SECOND_NS).fill());
    }

    @Test
    void theLastFiguresHaveAllThatWasHandledAndNothingThatMoves() {
        count(3);
        fill = 1;
        meter.look();
        rejects = Map.of(Reject.BROKEN_JSON, 2L);
        Figures last = meter.last();
        assertEquals(List.of(new StageFigures("parse-v1", Step.PARSE, 1, 3, 0, 0)), last.stages());
        assertEquals(rejects, last.rejects());
        assertTrue(last.isEnded());
    }

    private void count(int times) {
        for (int i = 0; i < times; i++) {
            counter.increment();
        }
    }

    private StageFigures take(long nowNs) {
        return meter.take(nowNs).stages().get(0);
    }
}
