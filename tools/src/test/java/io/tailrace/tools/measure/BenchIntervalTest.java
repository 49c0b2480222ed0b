/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.measure.BenchInterval.Mark;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchIntervalTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void intervalLiesBetweenTwoMarks() {
        BenchInterval interval = Mark.parse("3000000000 1500").since(Mark.parse("1000000000 500"));
        assertEquals(new BenchInterval(2 * SECOND_NS, 1_000), interval);
        assertEquals(500, interval.perSecond());
    }

    @Test
    void slowestSubscriberCounts() {
        BenchInterval slow = new BenchInterval(2 * SECOND_NS, 1_000);
        BenchInterval fast = new BenchInterval(SECOND_NS, 900);
        assertEquals(slow, BenchInterval.slowest(List.of(fast, slow)));
        assertEquals(slow, BenchInterval.slowest(List.of(slow, fast)));
    }

    @Test
    void medianIsAFigureThatWasMeasured() {
        BenchInterval one = new BenchInterval(SECOND_NS, 1);
        BenchInterval two = new BenchInterval(SECOND_NS, 2);
        BenchInterval nine = new BenchInterval(SECOND_NS, 9);
        assertEquals(1, BenchInterval.medianPerSecond(List.of(one)));
        assertEquals(1, BenchInterval.medianPerSecond(List.of(two, one)));
        assertEquals(2, BenchInterval.medianPerSecond(List.of(nine, one, two)));
    }
}
