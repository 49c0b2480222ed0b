/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.dispatch.DispatchUnderLoad.Handler.Numbers;
import org.junit.jupiter.api.Test;

class NumbersTest {
    private static final long LAPS = 200_000;

    private final Numbers numbers = new Numbers();

    @Test
    void acceptsEachNumberOnceInAnyOrderNearby() {
        for (long number = 0; number < LAPS; number += 1_000) {
            for (long behind = 999; behind >= 0; behind--) {
                numbers.add(number + behind);
            }
        }
        assertEquals(LAPS, numbers.count());
        assertDoesNotThrow(() -> numbers.check(LAPS));
    }

    @Test
    void noticesOneThatIsLostForAnotherThatComesTwice() {
        for (long number = 0; number < LAPS; number++) {
            numbers.add(number == 70_000 ? 69_999 : number);
        }
        assertThrows(IllegalStateException.class, () -> numbers.check(LAPS));
    }

    @Test
    void noticesThatTheLastOneIsLost() {
        for (long number = 0; number < LAPS - 1; number++) {
            numbers.add(number);
        }
        assertThrows(IllegalStateException.class, () -> numbers.check(LAPS));
    }
}
