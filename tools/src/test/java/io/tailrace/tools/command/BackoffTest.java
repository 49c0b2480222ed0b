/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void sleepsGrowFromTheShortestToTheLongest() {
        Backoff backoff = new Backoff();
        assertEquals(Backoff.SHORTEST_NS, backoff.sleepNs());
        for (int i = 0; i < 40; i++) {
            backoff.idle();
        }
        assertEquals(Backoff.LONGEST_NS, backoff.sleepNs());
        backoff.reset();
        assertEquals(Backoff.SHORTEST_NS, backoff.sleepNs());
    }
}
