/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import org.junit.jupiter.api.Test;

class PublisherSlotsTest {
    private final LogMeta meta = TestLog.concurrent().meta();
    private final PublisherSlots publishers = new PublisherSlots(meta);

    @Test
    void theSlotOfTheEndedIsFreeWhenAllHavePassedItsLastFrame() {
        int slot = publishers.add(7, 1, 1);
        meta.getAndAddTail(4096);
        publishers.end(7);
        publishers.end(7);
        assertFalse(publishers.isDead(slot) || publishers.hasDead());
        meta.getAndAddTail(4096);

        publishers.release(4088);
        assertEquals(7, meta.publishers().acquire(slot), "its frames name it");
        assertFalse(publishers.isLiving(slot));
        publishers.release(4096);
        assertEquals(0, meta.publishers().acquire(slot));

        for (int i = 1; i < MAX_PUBLISHERS; i++) {
            assertEquals(
                    slot + i,
                    publishers.add(100 + i, 2, 2),
                    "in turn: history names the wrong one as late as possible");
        }
        assertEquals(slot, publishers.add(8, 2, 2));
    }

    @Test
    void aClientThatDiesTakesAllOfItsPublishersAndNobodyElses() {
        int first = publishers.add(1, 100, 1);
        int others = publishers.add(2, 200, 1);
        int second = publishers.add(3, 100, 1);
        int ended = publishers.add(4, 100, 1);
        meta.getAndAddTail(8);
        publishers.end(4);

        publishers.clientDied(100);

        assertTrue(publishers.isDead(first) && publishers.isDead(second) && publishers.isDead(ended));
        assertTrue(publishers.isLiving(others));
        assertFalse(publishers.isDead(others));
        publishers.release(0);
        assertTrue(publishers.isDead(first) && publishers.hasDead());
        publishers.release(8);
        assertFalse(publishers.isDead(first) || publishers.hasDead());
        assertEquals(0, meta.publishers().acquire(first));
    }

    @Test
    void allHaveLeftOnlyAfterTheFirstHasCome() {
        assertFalse(publishers.allHaveLeft());
        publishers.add(1, 100, 1);
        assertFalse(publishers.allHaveLeft());
        publishers.end(1);
        assertTrue(publishers.allHaveLeft());
    }

    @Test
    void aNewDriverTakesWhomItFindsForLiving() {
        int slot = publishers.add(1, 100, 1);

        PublisherSlots adopted = new PublisherSlots(meta);

        assertTrue(adopted.isLiving(slot));
        assertFalse(adopted.allHaveLeft());
        assertEquals(slot + 1, adopted.add(2, 200, 1));
        adopted.clientDied(100);
        assertTrue(adopted.isDead(slot));
    }

    @Test
    void aNewDriverKnowsALogThatAllHaveLeft() {
        publishers.add(1, 100, 1);
        meta.getAndAddTail(8);
        publishers.end(1);
        publishers.release(8);

        assertTrue(new PublisherSlots(meta).allHaveLeft());
        meta.tailRelease(0);
        assertFalse(new PublisherSlots(meta).allHaveLeft());
        meta.endPositionRelease(0);
        assertTrue(new PublisherSlots(meta).allHaveLeft(), "it ended without a message");
    }
}
