/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.idle.Backoff;
import io.tailrace.injector.BlockedProducers.SpinCredit;
import io.tailrace.injector.Worker.SpinLimit;
import org.junit.jupiter.api.Test;

/** How long producers and workers spin before they sleep, and how long they sleep. */
final class SpinningTest {
    private static final int SLEEPS_UNTIL_A_TRIAL = 128;

    private final SpinCredit credit = new SpinCredit(2);
    private final SpinLimit spinTime = new SpinLimit(2);

    private void sleepUntilATrial() {
        for (int i = 0; i < SLEEPS_UNTIL_A_TRIAL; i++) {
            assertFalse(credit.allowsSpin());
            credit.slept();
        }
        assertTrue(credit.allowsSpin());
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
    void shortWaitsKeepTheCreditInSpiteOfSomeLongOnesUpToALimit() {
        sleepUntilATrial();
        for (int i = 0; i < 1_000; i++) {
            credit.spun(i % 5 == 0 ? SpinCredit.LONGEST_NS : 200);
            assertTrue(credit.allowsSpin());
        }
        for (int i = 0; i < 1_000; i++) {
            credit.spun(0);
        }
        assertEquals(80, spinsUntilCreditIsUsedUp(10_000));
        sleepUntilATrial();
        assertEquals(14, spinsUntilCreditIsUsedUp(Long.MAX_VALUE / 2), "counted as the longest");
    }

    @Test
    void withOneProcessorNobodySpins() {
        SpinCredit alone = new SpinCredit(1);
        for (int i = 0; i < 10 * SLEEPS_UNTIL_A_TRIAL; i++) {
            alone.slept();
            assertFalse(alone.allowsSpin());
        }
        SpinLimit none = new SpinLimit(1);
        none.idled(0);
        assertEquals(0, none.ns());
    }

    private void idle(long ns) {
        for (int i = 0; i < 10; i++) {
            spinTime.idled(ns);
        }
    }

    /** A worker that slept learns, too, from how short the sleep was. */
    @Test
    void theTimeOfAWorkerGrowsWhileTasksComeSoonAndShrinksWhileTheyDoNot() {
        assertEquals(SpinLimit.SHORTEST_NS, spinTime.ns());
        for (long shortNs : new long[] {1_500, SpinLimit.LONGEST_NS}) {
            idle(shortNs);
            assertEquals(SpinLimit.LONGEST_NS, spinTime.ns());
            idle(200_000);
            assertEquals(SpinLimit.SHORTEST_NS, spinTime.ns());
        }
    }

    @Test
    void aPauseGrowsFromTheMinimumItselfToTheMaximum() {
        Backoff idle = new Backoff(25, 1_000);
        for (int round = 0; round < 2; round++) {
            for (long ns : new long[] {25, 50, 100, 200, 400, 800, 1_000, 1_000}) {
                assertEquals(ns, idle.nextNs());
            }
            idle.reset();
        }
        Backoff none = new Backoff(0, 0);
        assertEquals(0, none.nextNs() + none.nextNs());
    }
}
