/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.TestLog.RING_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A publisher computes its limit itself, to the byte. */
class PublisherLimitTest {
    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final PublisherLimit limit = new PublisherLimit(log.log());
    private final long window = log.log().constants().window();
    private final long reach = log.log().constants().reach();

    @BeforeEach
    void subscribe() {
        meta.activateSubscriber(0, 1, 1, 1, 0, SubscriberPolicy.BLOCK);
        meta.subscriberCountRelease(1);
    }

    @Test
    void belowTheKeepersLimitItReadsNothingElse() {
        meta.limitRelease(512);

        assertEquals(512, limit.find(504));
        assertEquals(window, limit.find(512));
    }

    @Test
    void aPositionThatCannotBeTrueCountsAsNone() {
        meta.subscriberPositionRelease(0, RING_LENGTH);
        assertEquals(RING_LENGTH, limit.leastPosition());
        for (long lie : new long[] {RING_LENGTH + 8, LogLayout.NONE, -1, -8}) {
            meta.subscriberPositionRelease(0, lie);
            assertEquals(0, limit.leastPosition());
        }
    }

    @Test
    void cleanMemoryIsMissingFromItsEndToTheEndOfTheWindow() {
        meta.subscriberPositionRelease(0, reach);

        assertFalse(limit.lacksCleanMemory(reach - 8));
        assertTrue(limit.lacksCleanMemory(reach));
        assertTrue(limit.lacksCleanMemory(reach + window - 8));
        assertFalse(limit.lacksCleanMemory(reach + window));
    }
}
