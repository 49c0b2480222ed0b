/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.Heartbeat.LifeWatch;
import org.junit.jupiter.api.Test;

final class LifeWatchTest {
    private static final long MILLI_NS = 1_000_000;
    private static final long START_NS = Long.MAX_VALUE - 70 * MILLI_NS; // The clock may begin anywhere, and run over.

    private final LifeWatch watch = new LifeWatch(new Heartbeat(5), START_NS);

    private boolean isProofDue(long heartbeat, long afterMillis) {
        return watch.isProofDue(
                new Heartbeat(heartbeat), START_NS + afterMillis * MILLI_NS, LifeWatch.SHORT_SILENCE_NS);
    }

    @Test
    void anOldHeartbeatShowsNothing() {
        assertTrue(isProofDue(5, 0));
    }

    @Test
    void theKernelIsNotAskedOfWhoBeatsOftenEnough() {
        for (long i = 0; i < 100; i++) {
            assertFalse(isProofDue(6 + i, 50 * i));
            assertFalse(isProofDue(6 + i, 50 * i + 49));
        }
    }

    @Test
    void aChangeIsABeatWhereverItLeads() {
        assertFalse(isProofDue(4, 0), "who writes it may have another idea of time");
    }

    @Test
    void whoFallsSilentIsAskedAboutNowAndThen() {
        assertFalse(isProofDue(6, 0));
        assertFalse(isProofDue(6, 59));
        assertTrue(isProofDue(6, 60));
        assertFalse(isProofDue(6, 61));
        assertFalse(isProofDue(6, 119));
        assertTrue(isProofDue(6, 120));
        assertFalse(isProofDue(7, 300), "it works again");
        assertFalse(isProofDue(7, 359));
        assertTrue(isProofDue(7, 360));
    }
}
