/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.benchmarks.command.JitterCommand.Hiccups;
import org.junit.jupiter.api.Test;

class HiccupsTest {
    @Test
    void onlyWhatIsLongerThanTheThresholdIsLost() {
        Hiccups hiccups = new Hiccups(1_000);
        for (long gapNs : new long[] {25, 1_000, 1_001, 25, 5_000, 2_949}) {
            hiccups.add(gapNs);
        }
        assertEquals(3, hiccups.count());
        assertEquals(8_950, hiccups.lostNs());
        assertEquals(10_000, hiccups.tookNs());
        assertEquals(89.5, hiccups.lostPercent());
        assertEquals(6, hiccups.gaps().getTotalCount());
        assertEquals(25, hiccups.gaps().getMinValue());
    }

    @Test
    void noLookLosesNothing() {
        assertEquals(0, new Hiccups(1).lostPercent());
    }

    @Test
    void aPauseOfHoursIsCountedInFull() {
        Hiccups hiccups = new Hiccups(1_000);
        hiccups.add(7_200_000_000_000L);
        assertEquals(7_200_000_000_000L, hiccups.lostNs());
    }
}
