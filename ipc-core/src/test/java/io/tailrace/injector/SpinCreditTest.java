/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.injector.BlockedProducers.SpinCredit;
import org.junit.jupiter.api.Test;

final class SpinCreditTest {
    private static final int SLEEPS_UNTIL_A_TRIAL = 128;

    private final SpinCredit credit = new SpinCredit(2);

    private static void sleepUntilATrial(SpinCredit credit) {
        for (int i = 0; i < SLEEPS_UNTIL_A_TRIAL; i++) {
            assertFalse(credit.allowsSpin());
            credit.slept();
        }
    }

    /** {@return how many spins of this many ns use up the credit} */
    private int spinsUntilCreditIsUsedUp(long ns) {
        int spins = 0;
        while (credit.allowsSpin() && spins < 10_000) {
            credit.spun(ns);
            spins++;
        }
        return spins;
    }

    @Test
    void thereIsATrialNowAndThen() {
        sleepUntilATrial(credit);
        assertTrue(credit.allowsSpin());
    }

    @Test
    void longWaitsSoonUseUpTheCredit() {
        sleepUntilATrial(credit);
        assertEquals(40, spinsUntilCreditIsUsedUp(10_000));
        sleepUntilATrial(credit);
        assertEquals(14, spinsUntilCreditIsUsedUp(Long.MAX_VALUE / 2), "counted as the longest");
    }

    @Test
    void shortWaitsKeepTheCreditInSpiteOfSomeLongOnes() {
        sleepUntilATrial(credit);
        for (int i = 0; i < 1_000; i++) {
            credit.spun(i % 5 == 0 ? SpinCredit.LONGEST_NS : 200);
            assertEquals(0, credit.allowsSpin() ? 0 : i);
        }
    }

    @Test
    void theCreditIsLimited() {
        sleepUntilATrial(credit);
        for (int i = 0; i < 1_000; i++) {
            credit.spun(0);
        }
        assertEquals(80, spinsUntilCreditIsUsedUp(10_000));
    }

    @Test
    void withOneProcessorNoProducerSpins() {
        SpinCredit alone = new SpinCredit(1);
        for (int i = 0; i < 10 * SLEEPS_UNTIL_A_TRIAL; i++) {
            alone.slept();
            assertFalse(alone.allowsSpin());
        }
    }
}
