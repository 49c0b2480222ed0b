/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.injector.Worker.SpinTime;
import org.junit.jupiter.api.Test;

final class SpinTimeTest {
    private final SpinTime spinTime = new SpinTime(2);

    private void idle(int times, long ns) {
        for (int i = 0; i < times; i++) {
            spinTime.idled(ns);
        }
    }

    @Test
    void theTimeGrowsWhileTasksComeSoonAndShrinksWhileTheyDoNot() {
        assertEquals(SpinTime.SHORTEST_NS, spinTime.ns());
        idle(10, 1_500);
        assertEquals(SpinTime.LONGEST_NS, spinTime.ns());
        idle(10, 200_000);
        assertEquals(SpinTime.SHORTEST_NS, spinTime.ns());
    }

    /** A worker that slept learns, too, from how short the sleep was. */
    @Test
    void theTimeGrowsWhereLongerSpinningWouldHavePaid() {
        idle(10, SpinTime.LONGEST_NS);
        assertEquals(SpinTime.LONGEST_NS, spinTime.ns());
    }

    @Test
    void withOneProcessorThereIsNoSpinning() {
        SpinTime none = new SpinTime(1);
        none.idled(0);
        assertEquals(0, none.ns());
    }
}
