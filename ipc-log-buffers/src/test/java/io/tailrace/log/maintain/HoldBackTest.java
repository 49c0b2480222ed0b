/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.SubscriberProgress.Losses;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Since when publishers are held back, and by which subscriber, by a clock that the test moves. */
class HoldBackTest {
    private static final long MS = 1_000_000;
    private static final long START_NS = 1_000_000 * MS;
    private static final int WINDOW = TERM_LENGTH / 2;
    private static final int FRAME = 1024;
    private static final MappedBuffer MESSAGE = MappedBuffer.allocate(FRAME - HEADER_LENGTH);
    private static final SubscriberName RISK = new SubscriberName("risk", 1000 * MS);

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private LogMaintenance kept = TestLog.keep(log.log());
    private final int publisher = kept.addPublisher(1, 100, 11);
    private final int slot = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
    private final Appender appender = new ConcurrentAppender(log.log(), publisher, Waker.Source.NONE);
    private long nowNs = START_NS;

    private void fill() {
        while (appender.offer(MESSAGE, 0, MESSAGE.capacity()) > 0) {}
    }

    private void read(long position) {
        meta.subscriberPositionRelease(slot, position);
    }

    private void look() {
        kept.cycle(registrationId -> {});
        kept.holdBack().look(nowNs);
    }

    private void pass(long ns, long stepNs) {
        for (long end = nowNs + ns; nowNs < end; ) {
            nowNs += stepNs;
            look();
        }
    }

    private void assertHeld(long sinceNs, long heldNs) {
        assertEquals(sinceNs, meta.heldAcquire(LogLayout.HELD_SINCE_NS_OFFSET), "since");
        assertEquals(heldNs, meta.heldAcquire(LogLayout.HELD_NS_OFFSET), "in all");
    }

    private long heldBy(int subscriber) {
        return meta.heldAcquire(LogLayout.heldBySubscriber(subscriber));
    }

    @Test
    void aSubscriberThatStandsStillHoldsThemBackFromTheFirstLookOn() {
        look();
        assertHeld(0, 0);
        fill();
        look();
        assertHeld(START_NS, 0);

        pass(3000 * MS, 500 * MS);

        assertHeld(START_NS, 3000 * MS);
        assertEquals(3000 * MS, heldBy(slot));
    }

    @Test
    void onlyAPauseOfASecondEndsIt() {
        fill();
        look();
        for (int i = 0; i < 20; i++) {
            read(appender.position());
            pass(400 * MS, 100 * MS);
            fill();
            pass(100 * MS, 100 * MS);
        }
        assertHeld(START_NS, 10_000 * MS);

        read(appender.position());
        pass(900 * MS, 100 * MS);
        assertHeld(START_NS, 10_000 * MS);
        pass(100 * MS, 100 * MS);
        assertHeld(0, 10_000 * MS);

        pass(5000 * MS, 100 * MS);
        fill();
        look();
        assertHeld(nowNs, 10_000 * MS);
        assertEquals(10_000 * MS, heldBy(slot));
    }

    /** It is woken when half of a window is read, and until then does not use the free space. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPublisherThatSleepsForSpaceIsHeldBack(boolean exclusive) {
        TestLog other = TestLog.of(exclusive);
        kept = TestLog.keep(other.log());
        Appender sleeping = other.appender(kept.addPublisher(1, 100, 11));
        int reader = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        kept.cycle(registrationId -> {});
        while (sleeping.offer(MESSAGE, 0, MESSAGE.capacity()) > 0) {}
        assertFalse(sleeping.hasSpace());
        sleeping.nameSleeper(7);
        long half = sleeping.position() - WINDOW / 2;
        other.meta().subscriberPositionRelease(reader, half - FRAME);

        pass(500 * MS, 500 * MS);
        pass(4000 * MS, 500 * MS);
        assertTrue(sleeping.hasSpace());
        assertEquals(START_NS + 500 * MS, other.meta().heldAcquire(LogLayout.HELD_SINCE_NS_OFFSET));
        assertEquals(4000 * MS, other.meta().heldAcquire(LogLayout.heldBySubscriber(reader)));

        other.meta().subscriberPositionRelease(reader, half);
        pass(2000 * MS, 500 * MS);
        assertEquals(0, other.meta().heldAcquire(LogLayout.HELD_SINCE_NS_OFFSET));
        assertEquals(4000 * MS, other.meta().heldAcquire(LogLayout.HELD_NS_OFFSET));
    }

    @Test
    void aKeeperThatWasStoppedCountsAllOfItOnlyWhereNothingMoved() {
        fill();
        look();
        pass(3600_000 * MS, 3600_000 * MS);
        assertHeld(START_NS, 3600_000 * MS);

        read(FRAME);
        fill();
        pass(3600_000 * MS, 3600_000 * MS);
        assertHeld(START_NS, 3601_000 * MS);

        read(appender.position());
        pass(3600_000 * MS, 3600_000 * MS);
        assertHeld(START_NS, 3601_000 * MS);
        pass(750 * MS, 250 * MS);
        assertHeld(0, 3601_000 * MS);
    }

    @Test
    void theNextDriverGoesOnWithAHoldThatLastsAndEndsAnother() {
        fill();
        look();
        pass(1000 * MS, 500 * MS);

        kept = TestLog.keep(log.log());
        pass(60_000 * MS, 60_000 * MS);
        assertHeld(START_NS, 61_000 * MS);
        assertEquals(61_000 * MS, heldBy(slot));

        read(appender.position());
        kept = TestLog.keep(log.log());
        pass(60_000 * MS, 60_000 * MS);
        pass(1000 * MS, 250 * MS);
        assertHeld(0, 61_000 * MS);
    }

    @Test
    void timesOfBeforeTheMachineWasStartedAreForgotten() {
        fill();
        look();
        kept = TestLog.keep(log.log());
        nowNs = 5 * MS;
        look();
        assertHeld(5 * MS, 0);
    }

    @Test
    void anOpenClaimHoldsThemBackAndNoSubscriber() {
        long open = meta.getAndAddTail(FRAME);
        fill();
        look();
        pass(2000 * MS, 500 * MS);
        assertHeld(START_NS, 2000 * MS);
        assertEquals(0, heldBy(slot));

        log.commit(open, FRAME - HEADER_LENGTH, publisher);
        pass(2000 * MS, 500 * MS);
        assertHeld(START_NS, 4000 * MS);
        assertEquals(2000 * MS, heldBy(slot));
    }

    @Test
    void theSlowestHoldsThemBackAndTheOthersDoNot() {
        int faster = kept.addSubscriber(subscriber(3, 200, 22), JoinAt.TAIL);
        int dropping = kept.addSubscriber(subscriber(4, 200, 22, SubscriberPolicy.DROP), JoinAt.TAIL);
        fill();
        meta.subscriberPositionRelease(faster, FRAME);
        look();
        pass(2000 * MS, 500 * MS);

        assertEquals(2000 * MS, heldBy(slot));
        assertEquals(0, heldBy(faster) + heldBy(dropping));
    }

    @Test
    void aLogThatHasEndedOrThatNobodyReadsIsNotHeldBack() {
        fill();
        look();
        kept.removeSubscriber(2);
        pass(1000 * MS, 250 * MS);
        assertHeld(0, 0);

        kept.addSubscriber(subscriber(3, 300, 33), JoinAt.OLDEST);
        fill();
        look();
        assertHeld(nowNs, 0);
        kept.endPublisher(1);
        for (int i = 0; i < 10 && !kept.isEnded(); i++) {
            kept.cycle(registrationId -> {});
        }
        look();
        assertHeld(0, 0);
    }

    /** The new one is a different subscriber; the other one has the name of the last. */
    @Test
    void aNewSubscriberBeginsWithNothingAndOneOfTheSameNameGoesOn() {
        kept.removeSubscriber(2);
        assertEquals(slot, kept.addSubscriber(new Subscriber(3, 300, 33, SubscriberPolicy.BLOCK, RISK), JoinAt.TAIL));
        fill();
        look();
        pass(1000 * MS, 500 * MS);
        meta.progress(slot).release(FRAME, 1);
        meta.progress(slot).lost(FRAME, 3 * FRAME);
        meta.progress(slot).lost(4 * FRAME, 5 * FRAME);

        kept.subscribers().vacate(3, nowNs + 1000 * MS);
        kept.subscribers().handOver(3, new Subscriber(4, 400, 44, SubscriberPolicy.BLOCK, RISK));
        assertEquals(1, meta.progress(slot).messages());
        assertEquals(FRAME, meta.progress(slot).position());
        assertEquals(
                new Losses(2, 3 * FRAME, 4 * FRAME, 5 * FRAME),
                meta.progress(slot).losses());
        assertEquals(1000 * MS, heldBy(slot));

        kept.removeSubscriber(4);
        assertEquals(slot, kept.addSubscriber(subscriber(5, 500, 55), JoinAt.TAIL));
        assertEquals(0, meta.progress(slot).messages());
        assertEquals(new Losses(0, 0, 0, 0), meta.progress(slot).losses());
        assertEquals(0, heldBy(slot));
    }
}
