/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMeta;
import io.tailrace.log.TestLog;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.MappedBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom each store wakes: without it they would sleep on beside what they wait for. */
class WakingTest {
    private static final long PUBLISHING = 100;
    private static final long SUBSCRIBING = 200;
    private static final int SLEEPER = 7;
    private static final String READER = SUBSCRIBING + "/" + SLEEPER;
    private static final String WRITER = PUBLISHING + "/" + SLEEPER;
    private static final String CONDUCTOR = PUBLISHING + "/" + Waker.CONDUCTOR;

    private final Set<String> woken = new TreeSet<>();
    private final Waker.Source wakers = (clientId, sleeper) -> () -> woken.add(clientId + "/" + sleeper);
    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final LogMaintenance kept =
            new LogMaintenance(log.log(), wakers, (any, position, length, publisherSlot) -> {});
    private final int publisher = kept.addPublisher(1, PUBLISHING, 1);
    private final int subscriber = kept.addSubscriber(subscriber(2, SUBSCRIBING, 2), JoinAt.TAIL);
    private final ConcurrentAppender appender = new ConcurrentAppender(log.log(), publisher, wakers);
    private final MappedBuffer source = MappedBuffer.allocate(1000);

    @BeforeEach
    void open() {
        cycle();
    }

    private void cycle() {
        kept.cycle(registrationId -> {});
    }

    private boolean wakes(String sleeper, Runnable store) {
        woken.clear();
        store.run();
        return woken.contains(sleeper);
    }

    @Test
    void aMessageWakesWhoeverHasNamedASleeper() {
        Runnable offer = () -> assertTrue(appender.offer(source, 0, 8) > 0);
        assertFalse(wakes(READER, offer));

        meta.subscribers().nameSleeper(subscriber, SLEEPER);
        assertTrue(wakes(READER, offer));
        meta.subscribers().nameSleeper(subscriber, 0);

        assertFalse(wakes(READER, offer));
    }

    @Test
    void aPositionWakesAPublisherThatWaitsForItAndNoneThatWaitsForALaterOne() {
        WakeHandshake publishers = WakeHandshake.ofPublishers(meta, wakers);
        meta.publisherWakeAt(publisher, 512);
        meta.publishers().nameSleeper(publisher, SLEEPER);

        assertFalse(wakes(WRITER, () -> publishers.wakeAt(504)));
        assertTrue(wakes(WRITER, () -> publishers.wakeAt(512)));
    }

    @Test
    void aHigherLimitWakesPublishers() {
        long reached = appender.offer(source, 0, 1000);
        meta.publishers().nameSleeper(publisher, SLEEPER);

        meta.subscriberPositionRelease(subscriber, reached);

        assertTrue(wakes(WRITER, this::cycle));
    }

    @Test
    void aDeathWakesSubscribersAndSoDoesThePaddingOfWhatTheDeadClaimed() {
        ConcurrentAppender dying = new ConcurrentAppender(log.log(), kept.addPublisher(3, 666, 3), wakers);
        meta.subscribers().nameSleeper(subscriber, SLEEPER);
        dying.claimToHold(64);

        assertTrue(wakes(READER, () -> kept.clientDied(666)), "it may have died between a commit and this");
        assertTrue(wakes(READER, this::cycle));
        assertEquals(64, kept.paddedBytes());
    }

    @Test
    void aSubscriberThatComesWakesPublishersAndTheirConductors() {
        meta.publishers().nameSleeper(publisher, SLEEPER);

        assertTrue(wakes(CONDUCTOR, () -> kept.addSubscriber(subscriber(3, SUBSCRIBING, 2), JoinAt.TAIL)));
        assertTrue(wakes(WRITER, () -> kept.addSubscriber(subscriber(4, SUBSCRIBING, 2), JoinAt.TAIL)));
    }
}
