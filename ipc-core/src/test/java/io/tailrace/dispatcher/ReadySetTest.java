/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A number that was added is taken once, whatever the start of the search. */
final class ReadySetTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 63, 64, 130, 255, 256, -1, Integer.MIN_VALUE})
    void everyNumberIsFoundFromEveryStart(int start) {
        Lanes.ReadySet set = new Lanes.ReadySet(256);
        for (int number = 0; number < 256; number++) {
            assertTrue(set.isEmpty());
            set.add(number);
            assertFalse(set.isEmpty());
            assertEquals(number, set.take(start));
            assertEquals(-1, set.take(start));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 63, 64, 100})
    void theNextOneFromTheStartComesFirst(int start) {
        Lanes.ReadySet set = new Lanes.ReadySet(256);
        set.add(start);
        set.add(start + 1);
        set.add(start + 70);
        assertEquals(start + 1, set.take(start + 1));
        assertEquals(start + 70, set.take(start + 1));
        assertEquals(start, set.take(start + 1));
    }
}
