/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.TestLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EvictionTest {
    private static final long MS = 1_000_000;
    private static final long AFTER_NS = 500 * MS;
    private static final int WINDOW = TERM_LENGTH / 2;

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final LogMaintenance kept = TestLog.keep(log.log());
    private final int publisher = kept.addPublisher(1, 100, 11);
    private final int slot = kept.addSubscriber(subscriber(2, 200, 22, SubscriberPolicy.evict(AFTER_NS)), JoinAt.TAIL);
    private final List<Long> evicted = new ArrayList<>();
    private long nowNs;

    private void publish(int bytes) {
        for (int published = 0; published < bytes; published += 1024) {
            log.commit(meta.getAndAddTail(1024), 1016, publisher);
        }
    }

    private void pass(long ns, long stepNs) {
        for (long end = nowNs + ns; nowNs < end; ) {
            nowNs += stepNs;
            kept.cycle(registrationId -> {});
            kept.subscribers().evictSlow(log.log(), nowNs, evicted::add);
        }
    }

    @Test
    void whoHoldsPublishersBackForTooLongIsEvictedAndTheyGoOn() {
        publish(WINDOW);
        pass(AFTER_NS, 10 * MS);
        assertEquals(List.of(), evicted);
        assertEquals(WINDOW, meta.limitAcquire());

        pass(30 * MS, 10 * MS);

        assertEquals(List.of(2L), evicted);
        assertEquals(SubscriberPolicy.KIND_DROP, meta.subscriberPolicy(slot));
        assertEquals(2, meta.subscribers().acquire(slot), "its slot stays its own");
        assertTrue(meta.limitAcquire() > WINDOW, "limit=" + meta.limitAcquire());
    }

    @Test
    void whoCatchesUpInTimeStays() {
        for (int i = 0; i < 10; i++) {
            publish(WINDOW);
            pass(AFTER_NS - 20 * MS, 10 * MS);
            meta.subscriberPositionRelease(slot, meta.tailAcquire());
            pass(20 * MS, 10 * MS);
        }
        assertEquals(List.of(), evicted);
    }

    @Test
    void whoIsBehindButHoldsNobodyBackStays() {
        publish(WINDOW - 1024);
        pass(20 * AFTER_NS, 100 * MS);
        assertEquals(List.of(), evicted);
    }

    @Test
    void aSubscriberThatWaitsAtAnOpenClaimStays() {
        long claim = meta.getAndAddTail(1024);
        publish(WINDOW - 1024);
        pass(20 * AFTER_NS, 10 * MS);
        assertEquals(List.of(), evicted, "the claim holds both back");

        log.commit(claim, 1016, publisher);
        pass(AFTER_NS - 20 * MS, 10 * MS);
        assertEquals(List.of(), evicted, "its time begins now");
        pass(50 * MS, 10 * MS);
        assertEquals(List.of(2L), evicted);
    }

    @Test
    void aKeeperThatWasStoppedBlamesNobodyForThat() {
        publish(WINDOW);
        pass(10 * MS, 10 * MS);
        pass(3600_000 * MS, 3600_000 * MS);
        assertEquals(List.of(), evicted);
    }

    @Test
    void theNextSubscriberInTheSlotHasTimeOfItsOwn() {
        publish(WINDOW);
        pass(AFTER_NS, 10 * MS);
        kept.removeSubscriber(2);
        int next = kept.addSubscriber(subscriber(3, 300, 33, SubscriberPolicy.evict(AFTER_NS)), JoinAt.OLDEST);
        assertEquals(slot, next);

        pass(AFTER_NS - 20 * MS, 10 * MS);
        assertEquals(List.of(), evicted);
        pass(50 * MS, 10 * MS);
        assertEquals(List.of(3L), evicted);
    }

    @Test
    void anotherPolicyIsNeverEvicted() {
        int blocking = kept.addSubscriber(subscriber(3, 300, 33), JoinAt.TAIL);
        publish(WINDOW);
        pass(20 * AFTER_NS, 100 * MS);
        assertEquals(List.of(2L), evicted);
        assertEquals(WINDOW, meta.limitAcquire(), "it holds them back");
        assertEquals(SubscriberPolicy.KIND_BLOCK, meta.subscriberPolicy(blocking));
    }

    @Test
    void aDriverThatIsStartedAgainGoesOnWithIt() {
        publish(WINDOW);
        LogMaintenance successor = TestLog.keep(log.log());
        for (int i = 0; i < 100; i++) {
            successor.cycle(registrationId -> {});
            successor.subscribers().evictSlow(log.log(), 10L * i * MS, evicted::add);
        }
        assertEquals(List.of(2L), evicted);
        TestLog.keep(log.log()).cycle(registrationId -> {});
        assertTrue(meta.limitAcquire() > WINDOW, "its successor knows that it gates no more");
    }
}
