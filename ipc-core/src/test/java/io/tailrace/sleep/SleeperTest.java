/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;

class SleeperTest {
    private final MappedBuffer slot = MappedBuffer.allocate(Sleeper.SLEEPER_LENGTH);
    private final Sleeper sleeper = new Sleeper(2, slot, new Mechanism.Nap());

    @Test
    void eachSleepHasANumberOfItsOwnAndHearsNoEarlierRing() {
        sleeper.announce();
        long first = slot.getLong(Sleeper.SLEEP_OFFSET);
        slot.putInt(Sleeper.RUNG_OFFSET, 1);
        assertTrue(sleeper.isRung());
        sleeper.awake();
        assertEquals(0, slot.getLong(Sleeper.SLEEP_OFFSET) & 1);

        sleeper.announce();

        assertFalse(sleeper.isRung());
        assertNotEquals(first, slot.getLong(Sleeper.SLEEP_OFFSET));
        assertEquals(1, slot.getLong(Sleeper.SLEEP_OFFSET) & 1);
    }
}
