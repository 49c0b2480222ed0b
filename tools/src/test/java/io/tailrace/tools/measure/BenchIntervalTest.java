/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.measure.BenchResult.Interval;
import io.tailrace.tools.measure.BenchResult.Interval.Mark;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchIntervalTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void intervalLiesBetweenTwoMarks() {
        Interval interval = Mark.parse("3000000000 1500").since(Mark.parse("1000000000 500"));
        assertEquals(new Interval(2 * SECOND_NS, 1_000), interval);
        assertEquals(500, interval.perSecond());
    }

    @Test
    void slowestSubscriberCounts() {
        Interval slow = new Interval(2 * SECOND_NS, 1_000);
        Interval fast = new Interval(SECOND_NS, 900);
        assertEquals(slow, Interval.slowest(List.of(fast, slow)));
        assertEquals(slow, Interval.slowest(List.of(slow, fast)));
    }

    @Test
    void medianIsAFigureThatWasMeasured() {
        Interval one = new Interval(SECOND_NS, 1);
        Interval two = new Interval(SECOND_NS, 2);
        Interval nine = new Interval(SECOND_NS, 9);
        assertEquals(1, Interval.medianPerSecond(List.of(one)));
        assertEquals(1, Interval.medianPerSecond(List.of(two, one)));
        assertEquals(2, Interval.medianPerSecond(List.of(nine, one, two)));
    }
}
