/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a kept log ends, and how it handles dead clients. */
class LogMaintenanceEndTest {
    private static final long PUBLISHING = 100;
    private static final long SUBSCRIBING = 200;

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final LogMaintenance kept = TestLog.keep(log.log());
    private final List<Long> drained = new ArrayList<>();
    private final MappedBuffer source = MappedBuffer.allocate(TestLog.LONGEST_FRAME);

    private void cycle(LogMaintenance of) {
        for (int i = 0; i < 10; i++) {
            of.cycle(drained::add);
        }
    }

    private void cycle() {
        cycle(kept);
    }

    private ConcurrentAppender publisher(long registrationId, long clientId) {
        return new ConcurrentAppender(log.log(), kept.addPublisher(registrationId, clientId, 1), Waker.Source.NONE);
    }

    private int subscriber(long registrationId) {
        int slot = kept.addSubscriber(TestLog.subscriber(registrationId, SUBSCRIBING, 2), JoinAt.TAIL);
        cycle();
        return slot;
    }

    /** Its file says how far it has read; the driver does not know that before it has opened the log. */
    @Test
    void aSubscriberThatReadsHistoryHasNotReadALogThatEndsWhereItJoined() {
        ConcurrentAppender publisher = publisher(1, PUBLISHING);
        subscriber(5);
        publisher.offer(source, 0, 100);
        Subscriber first = new Subscriber(3, SUBSCRIBING, 2, SubscriberPolicy.CATCH_UP, SubscriberName.NONE);
        Subscriber next = new Subscriber(4, SUBSCRIBING, 2, SubscriberPolicy.CATCH_UP, SubscriberName.NONE);
        int slot = kept.addSubscriber(first, JoinAt.TAIL);
        kept.endPublisher(1);
        cycle();
        assertEquals(112, meta.endPositionAcquire());
        assertEquals(List.of(), drained);
        kept.subscribers().vacate(3, 1);
        assertEquals(slot, kept.subscribers().handOver(3, next));
        cycle(TestLog.keep(log.log()));
        cycle();
        assertEquals(List.of(), drained);

        meta.subscriberPositionRelease(slot, 112);
        cycle();

        assertEquals(List.of(4L), drained);
    }

    @Test
    void aHoleBeforeAFastSubscriberIsPaddedThoughASlowOneStandsFarBehindAtALivingPublishersClaim() {
        ConcurrentAppender living = publisher(1, PUBLISHING);
        publisher(2, 666);
        int slow = subscriber(3);
        long claim = living.claimToHold(64);
        int fast = subscriber(4);
        for (int i = 0; i < 50; i++) {
            living.offer(source, 0, 100);
        }
        assertEquals(meta.tailAcquire(), log.readAll(fast));
        meta.getAndAddTail(40);
        living.offer(source, 0, 100);
        kept.clientDied(666);
        for (int i = 0; i < 4; i++) {
            cycle();
            living.maintain();
            log.readAll(fast);
        }

        assertEquals(meta.tailAcquire(), log.readAll(fast));
        assertEquals(claim, log.readAll(slow));
        assertEquals(40, kept.paddedBytes());
        assertEquals(-1, kept.waitingFor());
        living.commitHeld(claim, 64);
        assertEquals(meta.tailAcquire(), log.readAll(slow));
    }

    @Test
    void nobodyIsWaitedForWhereTheHoleWasALivingPublishersAndItHasFilledIt() {
        int living = kept.addPublisher(1, PUBLISHING, 1);
        publisher(2, 666);
        subscriber(3);
        long hole = meta.getAndAddTail(64);
        kept.clientDied(666);
        cycle();
        assertEquals(living, kept.waitingFor());
        assertEquals(hole, kept.waitingAt());
        assertEquals(0, kept.paddedBytes());

        log.commit(hole, 56, living);
        assertEquals(-1, kept.waitingFor(), "it may sleep forever: it holds no other party up");
    }

    @Test
    void aJoinPositionBetweenTwoDeadClaimsStaysAFrameBoundaryForAllWhoComeLater() {
        ConcurrentAppender living = publisher(1, PUBLISHING);
        publisher(2, 666);
        int first = subscriber(3);
        meta.getAndAddTail(TERM_LENGTH / 32);
        int second = subscriber(4); // Joins between the two claims of the dead publisher.
        long join = kept.joinPosition(second);
        meta.getAndAddTail(TERM_LENGTH / 32);
        living.offer(source, 0, 100);
        kept.clientDied(666);
        while (kept.paddedBytes() == 0) { // Until the first hole is padded; the second is not by then.
            kept.cycle(drained::add);
            living.maintain();
        }
        kept.removeSubscriber(4);
        for (int i = 0; i < 10; i++) {
            cycle();
            living.maintain();
            log.readAll(first);
        }
        assertEquals(meta.tailAcquire(), log.readAll(first));

        FrameReader reader = new FrameReader(log.log(), join);
        long header = reader.next();

        assertEquals(108, FrameLayout.length(header), "from the join position on there are frames");
        assertEquals(join + TERM_LENGTH / 32, reader.position());
    }

    @Test
    void theEndOfADeadExclusiveLogOfVeryManyFramesIsItsTrueEnd() {
        int termLength = 8 * 1024 * 1024;
        TestLog exclusive = new TestLog(LogMeta.Constants.of(1, "many", termLength, LogLayout.KIND_EXCLUSIVE));
        LogMaintenance keptExclusive = TestLog.keep(exclusive.log());
        int owner = keptExclusive.addPublisher(1, 666, 1);
        keptExclusive.addSubscriber(TestLog.subscriber(2, SUBSCRIBING, 2), JoinAt.TAIL);
        cycle(keptExclusive);
        ExclusiveAppender appender = new ExclusiveAppender(exclusive.log(), owner, Waker.Source.NONE);
        int frames = 0;
        while (appender.position() < termLength / 2 - 8) {
            appender.offer(source, 0, 0);
            frames++;
        }
        assertTrue(frames > 500_000 && exclusive.meta().tailAcquire() == 0, "it has stored no tail yet");

        keptExclusive.clientDied(666);
        keptExclusive.cycle(drained::add);
        assertFalse(keptExclusive.isEnded(), "the way there is long: a piece of it a cycle");
        cycle(keptExclusive);

        assertEquals(8L * frames, exclusive.meta().endPositionAcquire());
        assertEquals(List.of(), drained);
    }

    @Test
    void aNewDriverEndsALogThatItsPredecessorLeftEnding() {
        publisher(1, PUBLISHING).offer(source, 0, 100);
        int slot = subscriber(3);
        kept.endPublisher(1);
        publisher(2, PUBLISHING);
        meta.subscriberPositionRelease(slot, 112);
        cycle(); // The first publisher's slot is free.
        kept.endPublisher(2);
        cycle();
        drained.clear();
        meta.activateSubscriber(
                slot,
                3,
                SUBSCRIBING,
                2,
                112,
                SubscriberPolicy.BLOCK); // As if it had died before it released the subscriber.

        LogMaintenance adopted = TestLog.keep(log.log());
        cycle(adopted);

        assertEquals(List.of(3L), drained);
        assertTrue(adopted.isFinished());
    }

    /** Once it is finished, nothing is padded any more, and a later reader reaches its end. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatADeadPublisherLeftOpenIsPaddedBeforeTheLogIsFinished(boolean nextDriver) {
        ConcurrentAppender appender = publisher(1, PUBLISHING);
        subscriber(3); // Without one nothing is claimed.
        appender.offer(source, 0, 100);
        assertTrue(appender.claimToHold(64) >= 0);
        kept.removeSubscriber(3);
        kept.clientDied(PUBLISHING);
        kept.cycle(drained::add);
        assertTrue(kept.isEnded());
        assertFalse(kept.isFinished());

        LogMaintenance keeper = nextDriver ? TestLog.keep(log.log()) : kept;
        keeper.clientDied(PUBLISHING);
        cycle(keeper);

        assertTrue(keeper.isFinished());
        FrameReader reader = new FrameReader(log.log(), 0);
        for (long header = reader.next(); header != 0; header = reader.next()) {
            reader.consume(header);
        }
        assertEquals(meta.endPositionAcquire(), reader.position());
    }

    @Test
    void whatHasEndedIsCleanedNoMoreAndIsReadByWhoeverComesLater() {
        ConcurrentAppender appender = publisher(1, PUBLISHING);
        int slot = subscriber(3);
        while (meta.tailAcquire() < 4L * TERM_LENGTH) {
            assertTrue(appender.offer(source, 0, 1000) > 0);
            log.readAll(slot);
            cycle();
        }
        while (appender.offer(source, 0, 1000) > 0) {
            cycle(); // The subscriber falls back by a window.
        }
        kept.endPublisher(1);
        cycle();
        long target = meta.cleaningTargetAcquire();
        assertEquals(meta.endPositionAcquire(), log.readAll(slot));
        cycle();
        for (long registrationId = 4; registrationId < 7; registrationId++) {
            int later = kept.addSubscriber(TestLog.subscriber(registrationId, SUBSCRIBING, 2), JoinAt.OLDEST);
            assertEquals(target, kept.joinPosition(later));
            assertEquals(meta.endPositionAcquire(), log.readAll(later));
            cycle();
        }

        assertEquals(List.of(3L, 4L, 5L, 6L), drained);
        assertEquals(target, meta.cleaningTargetAcquire());
        assertTrue(kept.isFinished());
    }

    @Test
    void theNextDriverFinishesAnEndedLogThatIsReadToItsEnd() {
        ConcurrentAppender appender = publisher(1, PUBLISHING);
        int slot = subscriber(3);
        appender.offer(source, 0, 100);
        kept.endPublisher(1);
        cycle();
        LogMaintenance next = TestLog.keep(log.log());

        log.readAll(slot);
        cycle(next);

        assertEquals(List.of(3L), drained);
        assertTrue(next.isFinished());
    }

    @Test
    void theEndIsNotedOnceAndItsTimeGoesOn() {
        assertEquals(0, LogEnd.read(meta).endedNs());
        assertTrue(LogEnd.note(meta, 1_000));
        assertFalse(LogEnd.note(meta, 2_000));
        assertFalse(LogEnd.read(meta).isRetained());
        LogEnd.retain(meta, 500);

        LogEnd end = LogEnd.read(meta);
        assertEquals(new LogEnd(1_000, 500), end);
        assertTrue(end.isRetained());
        assertEquals(300, end.remainingNs(1_200));
        assertEquals(0, end.remainingNs(1_501));
        assertTrue(LogEnd.note(meta, 10), "the host was started again meanwhile");
        assertEquals(500, LogEnd.read(meta).remainingNs(10));
    }
}
