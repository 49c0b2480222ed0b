/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PatienceTest {
    private final Patience patience = new Patience(2);

    private void idle(int times, long ns) {
        for (int i = 0; i < times; i++) {
            patience.idled(ns);
        }
    }

    @Test
    void itGrowsWhileTasksComeSoonAndShrinksWhileTheyDoNot() {
        assertEquals(Patience.SHORTEST_NS, patience.patienceNs());
        idle(10, 1_500);
        assertEquals(Patience.LONGEST_NS, patience.patienceNs());
        idle(10, 200_000);
        assertEquals(Patience.SHORTEST_NS, patience.patienceNs());
    }

    /** A worker that slept learns too, from how short the sleep was. */
    @Test
    void itGrowsWhereLookingLongerWouldHavePaid() {
        idle(10, Patience.LONGEST_NS);
        assertEquals(Patience.LONGEST_NS, patience.patienceNs());
    }

    @Test
    void withOneProcessorThereIsNone() {
        Patience none = new Patience(1);
        none.idled(0);
        assertEquals(0, none.patienceNs());
    }
}
