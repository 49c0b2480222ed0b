/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SpaceReclaimTest {
    private static final long MS = 1_000_000;
    private static final long MIB = 1024 * 1024;

    private int asked;
    private final SpaceReclaim space = new SpaceReclaim(() -> asked++);

    @Test
    void clientsAreAskedAfterEnoughRemovedBytes() {
        for (int i = 0; i < 21; i++) {
            space.onRemoved(12 * MIB);
        }
        assertEquals(0, asked);

        space.onRemoved(12 * MIB);
        assertEquals(1, asked);
        space.onRemoved(255 * MIB);
        assertEquals(1, asked, "it starts again");
        space.onRemoved(MIB);
        assertEquals(2, asked);
    }

    @Test
    void smallLogsCountForTheirMappings() {
        for (int i = 0; i < 1023; i++) {
            space.onRemoved(100);
        }
        assertEquals(0, asked);

        space.onRemoved(100);
        assertEquals(1, asked);
    }

    @Test
    void whereSpaceIsShortClientsAreAskedAndHaveHalfASecond() {
        assertTrue(space.mayComeFree(0, 0));
        assertTrue(space.mayComeFree(99 * MS, 0));
        assertEquals(1, asked);
        assertFalse(space.mayComeFree(500 * MS, 0));
        assertEquals(1, asked);
    }

    /** A client that releases a log just after the request has already collected its garbage. */
    @Test
    void whatIsLetGoOfWhileALogWaitsIsAskedForAgain() {
        for (long ms = 0; ms < 500; ms += 10) {
            assertTrue(space.mayComeFree(ms * MS, 0));
        }
        assertEquals(5, asked);
        assertFalse(space.mayComeFree(500 * MS, 0));
        assertEquals(5, asked);
    }

    @Test
    void whatWasLetGoOfBeforeAnotherLogIsWantedIsAskedForAgain() {
        space.mayComeFree(0, 0);
        assertTrue(space.mayComeFree(90 * MS, 50 * MS));
        assertEquals(2, asked);
        assertTrue(space.mayComeFree(589 * MS, 50 * MS));
        assertFalse(space.mayComeFree(590 * MS, 50 * MS));
    }

    @Test
    void ofManyThatWaitForOneAnotherEachIsRefusedAfterTheSameTime() {
        space.mayComeFree(0, 0);
        assertFalse(space.mayComeFree(500 * MS, 0));
        assertFalse(space.mayComeFree(500 * MS, 0));
        assertEquals(1, asked);
        assertTrue(space.mayComeFree(600 * MS, 550 * MS), "a removal may be on its way");
    }

    @Test
    void aLogThatWasRemovedMeanwhileIsAReasonToAskAgainAndToWaitForLonger() {
        space.mayComeFree(0, 0);
        space.onRemoved(100);
        assertTrue(space.mayComeFree(800 * MS, 0));
        assertEquals(2, asked);
        assertTrue(space.mayComeFree(2799 * MS, 0), "a busy machine takes its time");
        assertFalse(space.mayComeFree(2800 * MS, 0));

        assertTrue(space.mayComeFree(3000 * MS, 2900 * MS));
        assertFalse(space.mayComeFree(3500 * MS, 2900 * MS), "nothing was removed since");
    }

    @Test
    void afterAWhileClientsMayHaveLetGoOfMore() {
        space.mayComeFree(0, 0);
        assertTrue(space.mayComeFree(5001 * MS, 0));
        assertEquals(2, asked);
    }
}
