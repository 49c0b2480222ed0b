/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LookoutTest {
    private static final int SLEEPS_UNTIL_A_TRIAL = 128;

    private final Lookout lookout = new Lookout(2);

    private static void sleepUntilATrial(Lookout lookout) {
        for (int i = 0; i < SLEEPS_UNTIL_A_TRIAL; i++) {
            assertFalse(lookout.pays());
            lookout.slept();
        }
    }

    /** {@return the looks of so many ns until it pays no more} */
    private int looksUntilItDoesNotPay(long ns) {
        int looks = 0;
        while (lookout.pays() && looks < 10_000) {
            lookout.looked(ns);
            looks++;
        }
        return looks;
    }

    @Test
    void itIsTriedNowAndThen() {
        sleepUntilATrial(lookout);
        assertTrue(lookout.pays());
    }

    @Test
    void longWaitsSoonUseUpTheTrust() {
        sleepUntilATrial(lookout);
        assertEquals(40, looksUntilItDoesNotPay(10_000));
        sleepUntilATrial(lookout);
        assertEquals(14, looksUntilItDoesNotPay(Long.MAX_VALUE / 2), "counted as the longest");
    }

    @Test
    void shortWaitsGoOnPayingWhateverComesBetween() {
        sleepUntilATrial(lookout);
        for (int i = 0; i < 1_000; i++) {
            lookout.looked(i % 5 == 0 ? Lookout.LONGEST_NS : 200);
            assertEquals(0, lookout.pays() ? 0 : i);
        }
    }

    @Test
    void shortWaitsSaveNoMoreThanForAMoment() {
        sleepUntilATrial(lookout);
        for (int i = 0; i < 1_000; i++) {
            lookout.looked(0);
        }
        assertEquals(80, looksUntilItDoesNotPay(10_000));
    }

    @Test
    void withOneProcessorNobodyLooks() {
        Lookout alone = new Lookout(1);
        for (int i = 0; i < 10 * SLEEPS_UNTIL_A_TRIAL; i++) {
            alone.slept();
            assertFalse(alone.pays());
        }
    }
}
