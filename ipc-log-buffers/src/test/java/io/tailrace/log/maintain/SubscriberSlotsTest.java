/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.SubscriberPolicy.BLOCK;
import static io.tailrace.log.SubscriberPolicy.CATCH_UP;
import static io.tailrace.log.SubscriberPolicy.KIND_DROP;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.TestLog;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriberSlotsTest {
    private static final int ADOPTIONS = 20_000;

    private final LogMeta meta = TestLog.concurrent().meta();
    private final SubscriberSlots subscribers = new SubscriberSlots(meta);

    @Test
    void theLeastPositionIsThatOfTheSlowest() {
        assertEquals(NONE, subscribers.refresh());
        meta.tailRelease(304);
        int first = subscribers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 100);
        int second = subscribers.add(new Subscriber(2, 1, 1, BLOCK, SubscriberName.NONE), 200);
        assertEquals(100, subscribers.refresh());

        meta.subscriberPositionRelease(first, 304);
        assertEquals(100, subscribers.position(first), "as of the last look");
        assertEquals(200, subscribers.refresh());
        assertEquals(304, subscribers.position(first));
        subscribers.free(second);

        assertEquals(304, subscribers.refresh());
    }

    @Test
    void aFreedSlotIsGivenAwayAgainUnderAnotherRegistration() {
        int first = subscribers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 0);
        int second = subscribers.add(new Subscriber(2, 1, 1, BLOCK, SubscriberName.NONE), 0);
        meta.subscriberPositionRelease(first, 5000);

        subscribers.free(first);
        assertEquals(0, meta.subscribers().acquire(first));
        assertEquals(1, meta.subscriberCountAcquire());
        assertArrayEquals(new int[] {second}, subscribers.active());
        assertEquals(first, subscribers.add(new Subscriber(3, 1, 1, BLOCK, SubscriberName.NONE), 64));

        assertEquals(64, meta.subscriberPositionAcquire(first));
        assertEquals(64, meta.subscriberJoinPosition(first));
        assertEquals(first, subscribers.find(3));
        assertEquals(-1, subscribers.find(1));
    }

    @Test
    void aSlotInWhichASubscriberCouldNotBeStoredIsFree() {
        assertThrows(NullPointerException.class, () -> subscribers.add(new Subscriber(1, 1, 1, BLOCK, null), 0));

        assertEquals(-1, subscribers.find(1));
        assertEquals(0, subscribers.add(new Subscriber(2, 1, 1, BLOCK, SubscriberName.NONE), 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 0, 56, 129, 1032, Long.MAX_VALUE, Long.MAX_VALUE - 7, Long.MIN_VALUE})
    void anImpossiblePositionCountsAsStandingStillAndIsToldOnce(long impossible) {
        meta.tailRelease(1024);
        int slot = subscribers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 64);
        meta.subscriberPositionRelease(slot, 128);
        assertEquals(128, subscribers.refresh());
        assertEquals(-1, subscribers.takeMisplaced());

        meta.subscriberPositionRelease(slot, impossible);

        assertEquals(128, subscribers.refresh());
        assertEquals(128, subscribers.position(slot));
        assertEquals(slot, subscribers.takeMisplaced());
        assertEquals(128, subscribers.refresh());
        assertEquals(-1, subscribers.takeMisplaced(), "once");
        meta.subscriberPositionRelease(slot, 1024);
        assertEquals(1024, subscribers.refresh(), "a possible one counts again");
    }

    @Test
    void eachMisplacedSubscriberIsToldAndTheNextOneInItsSlotAgain() {
        int first = subscribers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 64);
        int second = subscribers.add(new Subscriber(2, 1, 1, BLOCK, SubscriberName.NONE), 64);
        meta.subscriberPositionRelease(first, 1);
        meta.subscriberPositionRelease(second, 2);

        for (int expected : new int[] {first, second, -1}) {
            subscribers.refresh();
            assertEquals(expected, subscribers.takeMisplaced());
        }
        subscribers.free(first);
        assertEquals(first, subscribers.add(new Subscriber(3, 1, 1, BLOCK, SubscriberName.NONE), 64));
        meta.subscriberPositionRelease(first, 1);
        subscribers.refresh();
        assertEquals(first, subscribers.takeMisplaced());
    }

    @Test
    void whereTheTailIsNotKnownThePositionEndsWithTheMemory() {
        LogMeta exclusive = TestLog.exclusive().meta();
        SubscriberSlots readers = new SubscriberSlots(exclusive);
        int slot = readers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 0);

        exclusive.subscriberPositionRelease(slot, TestLog.RING_LENGTH);
        assertEquals(TestLog.RING_LENGTH, readers.refresh());
        exclusive.subscriberPositionRelease(slot, TestLog.RING_LENGTH + 8);
        assertEquals(TestLog.RING_LENGTH, readers.refresh());
        assertEquals(slot, readers.takeMisplaced());
    }

    @Test
    void aNewDriverTakesNoImpossiblePosition() {
        int slot = subscribers.add(new Subscriber(1, 1, 1, BLOCK, SubscriberName.NONE), 64);
        meta.cleaningTargetVolatile(256);
        meta.tailRelease(512);
        meta.subscriberPositionRelease(slot, -8);

        SubscriberSlots adopted = new SubscriberSlots(meta);

        assertEquals(256, adopted.position(slot), "what is announced to be cleaned was read by all");
        assertEquals(slot, adopted.takeMisplaced());
    }

    @Test
    void aNewDriverCountsThemAnew() {
        meta.subscriberCountRelease(3); // Its predecessor died between freeing the slots and counting.

        new SubscriberSlots(meta);

        assertEquals(0, meta.subscriberCountAcquire());
    }

    /** Clients look for that many subscribers, and would clean what another one has not read. */
    @Test
    void aNewDriverNeverCountsFewer() throws Exception {
        for (int id = 1; id <= 3; id++) {
            subscribers.add(new Subscriber(id, 1, 1, BLOCK, SubscriberName.NONE), 64);
        }
        AtomicBoolean adopted = new AtomicBoolean();
        FutureTask<Integer> least = new FutureTask<>(() -> {
            int seen = Integer.MAX_VALUE;
            do {
                seen = Math.min(seen, meta.subscriberCountAcquire());
            } while (!adopted.get());
            return seen;
        });
        Thread client = new Thread(least);
        client.setDaemon(true);
        client.start();
        for (int i = 0; i < ADOPTIONS; i++) {
            new SubscriberSlots(meta);
        }
        adopted.set(true);

        assertEquals(3, least.get());
    }

    @Test
    void whoCatchesUpGatesFromWhereItStandsOnceItAsks() {
        int slot = subscribers.add(new Subscriber(7, 1, 1, CATCH_UP, SubscriberName.NONE), 0);
        meta.tailRelease(256);
        meta.subscriberPositionRelease(slot, 128);
        meta.joinsRelease(slot, 6); // An earlier subscriber in this slot.
        subscribers.join(0L);
        assertFalse(meta.gates(slot));

        meta.joinsRelease(slot, 7);
        subscribers.join(136L);
        assertFalse(meta.gates(slot), "it was overrun");
        subscribers.join(128L);

        assertTrue(meta.gates(slot));
        assertTrue(subscribers.gates(slot));
        assertEquals(128, subscribers.join(slot), "it proves nothing of what it did not read here");
        assertEquals(128, meta.subscriberJoinPosition(slot));
    }

    @Test
    void theNextOfANameGoesOnWhereTheLastOneStood() {
        SubscriberName name = new SubscriberName("risk", 1_000);
        int slot = subscribers.add(new Subscriber(1, 10, 1, SubscriberPolicy.evict(5), name), 64);
        meta.tailRelease(256);
        meta.subscriberPositionRelease(slot, 128);
        meta.subscriberPolicyRelease(slot, KIND_DROP); // It was evicted.
        meta.subscribers().nameSleeper(slot, 3);

        assertTrue(subscribers.vacate(1, 99));
        assertFalse(subscribers.hasHolder(1));
        assertEquals(0, meta.subscribers().sleeper(slot));
        assertEquals(slot, subscribers.handOver(1, new Subscriber(2, 20, 2, SubscriberPolicy.evict(7), name)));

        assertTrue(subscribers.hasHolder(2));
        assertEquals(-1, subscribers.find(1));
        assertEquals(20, meta.subscribers().client(slot));
        assertEquals(128, subscribers.join(slot));
        assertEquals(128, subscribers.position(slot));
        assertEquals(KIND_DROP, meta.subscriberPolicy(slot), "it stays evicted");
        assertEquals(7, meta.subscriberEvictAfterNs(slot));
    }
}
