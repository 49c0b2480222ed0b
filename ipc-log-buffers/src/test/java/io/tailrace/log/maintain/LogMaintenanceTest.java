/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.TestLog;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits, cleaning, joining and waking of a kept log; its end: {@link LogMaintenanceEndTest}. */
class LogMaintenanceTest {
    static final long[] STARTS = TestLog.STARTS;
    private static final int WINDOW = TERM_LENGTH / 2;

    private final TestLog log = TestLog.concurrent();
    private final LogMeta meta = log.meta();
    private final LogMaintenance kept = TestLog.keep(log.log());
    private final int publisher = kept.addPublisher(1, 100, 11);

    private static void cycle(LogMaintenance kept) {
        for (int i = 0; i < 16; i++) {
            kept.cycle(registrationId -> {});
        }
        assertEquals(0, kept.cycle(registrationId -> {}), "a log at rest needs no work");
    }

    private void cycle() {
        cycle(kept);
    }

    /** A message that is claimed and committed at once. {@return its position} */
    private long publish(int messageLength) {
        int alignedLength = FrameLayout.align(8 + messageLength);
        long position = meta.getAndAddTail(alignedLength);
        log.commit(position, messageLength, publisher);
        return position;
    }

    private void publishUpTo(long end) {
        while (meta.tailAcquire() < end) {
            publish(Math.min(LONGEST_FRAME, log.log().remaining(meta.tailAcquire())) - 8);
        }
    }

    private void consumeUpTo(int slot, long position) {
        meta.subscriberPositionRelease(slot, position);
        cycle();
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 3, 3L * TERM_LENGTH, Long.MAX_VALUE, Long.MAX_VALUE - 7, Long.MIN_VALUE})
    void whatAHostileSubscriberStoresNeitherCleansNorRaisesTheLimit(long impossible) {
        int hostile = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        publishUpTo(WINDOW);
        cycle();

        consumeUpTo(hostile, impossible);

        assertEquals(WINDOW, meta.limitAcquire());
        assertEquals(0, meta.cleaningTargetAcquire());
        assertEquals(hostile, kept.subscribers().takeMisplaced());
        String misuse = kept.subscribers().describeMisplaced(hostile);
        assertTrue(misuse.contains("client 200 (pid 22)") && misuse.contains("position=" + impossible), misuse);
        assertEquals(-1, kept.subscribers().takeMisplaced());
    }

    @Test
    void theSlowestSubscriberHoldsTheLimit() {
        int slow = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        int fast = kept.addSubscriber(subscriber(3, 200, 22), JoinAt.TAIL);
        publishUpTo(WINDOW);

        consumeUpTo(fast, WINDOW);
        assertEquals(WINDOW, meta.limitAcquire());
        consumeUpTo(slow, LONGEST_FRAME);
        assertEquals(WINDOW + LONGEST_FRAME, meta.limitAcquire());
        kept.removeSubscriber(2);
        cycle();

        assertEquals(2 * WINDOW, meta.limitAcquire());
    }

    @Test
    void joiningAtTheOldestBeginsWithWhatIsStillThere() {
        int first = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        publishUpTo(WINDOW);
        int early = kept.addSubscriber(subscriber(3, 300, 33), JoinAt.OLDEST);
        assertEquals(0, kept.joinPosition(early));
        publishUpTo(2L * TERM_LENGTH);
        meta.subscriberPositionRelease(early, LONGEST_FRAME * 4L);
        consumeUpTo(first, 2L * TERM_LENGTH);
        consumeUpTo(early, 2L * TERM_LENGTH);

        int late = kept.addSubscriber(subscriber(4, 400, 44), JoinAt.OLDEST);

        assertEquals(LONGEST_FRAME * 4L, kept.joinPosition(late), "the first boundary at or past half a term");
        assertEquals(kept.joinPosition(late), meta.joinPositionAcquire());
        assertEquals("DATA@0+8192/0", log.frames(kept.joinPosition(late)).get(0));
    }

    @Test
    void nobodyBeginsInWhatACleanerHasAnnounced() {
        publishUpTo(2L * LONGEST_FRAME);
        meta.cleaningTargetVolatile(LONGEST_FRAME); // It died before it had zeroed that.

        int slot = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.OLDEST);

        assertEquals(LONGEST_FRAME, kept.joinPosition(slot));
    }

    @Test
    void aVacantPlaceOutlivesTheClientThatHeldIt() {
        int slot = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        kept.subscribers().vacate(2, 99);

        kept.clientDied(200);

        assertEquals(2, meta.subscribers().acquire(slot));
    }

    @Test
    void joiningAtTheTailOfAnExclusiveLogFindsItsTrueTail() {
        TestLog exclusive = TestLog.exclusive();
        LogMaintenance keptExclusive = TestLog.keep(exclusive.log());
        int slot = keptExclusive.addPublisher(1, 100, 11);
        keptExclusive.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        cycle(keptExclusive);
        ExclusiveAppender appender = new ExclusiveAppender(exclusive.log(), slot, Waker.Source.NONE);
        appender.offer(MappedBuffer.allocate(100), 0, 100);
        appender.offer(MappedBuffer.allocate(100), 0, 100);
        assertEquals(0, exclusive.meta().tailAcquire());

        int late = keptExclusive.addSubscriber(subscriber(3, 300, 33), JoinAt.TAIL);

        assertEquals(224, keptExclusive.joinPosition(late));
    }

    @Test
    void nothingIsZeroedBehindAClaimThatIsNotCommittedThoughALaterJoinerIsPastIt() {
        int early = kept.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        publish(100);
        long claim = meta.getAndAddTail(64);
        log.claimHeader(claim, 64, publisher);
        int late = kept.addSubscriber(subscriber(3, 300, 33), JoinAt.TAIL);
        assertEquals(claim + 64, kept.joinPosition(late));
        consumeUpTo(early, claim);
        kept.removeSubscriber(2);

        publishUpTo(2L * TERM_LENGTH);
        consumeUpTo(late, meta.tailAcquire());

        assertTrue(meta.limitAcquire() <= claim + WINDOW, "limit=" + meta.limitAcquire());
        assertTrue(meta.cleaningTargetAcquire() <= claim, "target=" + meta.cleaningTargetAcquire());
        assertEquals(-64, log.lengthAt(claim));
        log.commit(claim, 56, publisher);
        cycle();
        assertEquals(meta.tailAcquire() + WINDOW, meta.limitAcquire(), "once it is committed, everything continues");
    }

    @Test
    void ifNoSubscriberGatesItReadsForwardItselfUpToTheFirstOpenClaim() {
        kept.addSubscriber(subscriber(2, 200, 22, SubscriberPolicy.DROP), JoinAt.TAIL);
        publishUpTo(TERM_LENGTH);
        long claim = meta.getAndAddTail(64);
        publishUpTo(TERM_LENGTH + WINDOW);

        cycle();
        assertEquals(claim + WINDOW, meta.limitAcquire());
        log.commit(claim, 56, publisher);
        cycle();

        assertEquals(meta.tailAcquire() + WINDOW, meta.limitAcquire());
    }

    /** A process that stores its position starts and stops again and again; publishers use each limit up. */
    @Test
    void whatNobodyReadsIsKept() {
        publishUpTo(WINDOW);
        JoinAt stored = JoinAt.position(log.log().constants().logId(), LONGEST_FRAME);
        for (int registrationId = 2; registrationId < 10; registrationId++) {
            int slot = kept.addSubscriber(subscriber(registrationId, 200, 22), stored);
            assertEquals(LONGEST_FRAME, kept.joinPosition(slot));
            cycle();
            publishUpTo(meta.limitAcquire());
            kept.removeSubscriber(registrationId);
            cycle();
        }

        meta.getAndAddTail(2 * TERM_LENGTH); // Living publishers went too far, and need clean memory for their padding.
        cycle();

        assertTrue(meta.cleaningTargetAcquire() > LONGEST_FRAME, "target=" + meta.cleaningTargetAcquire());
    }

    @Test
    void aCycleReadsForwardABoundedNumberOfFrames() {
        for (int i = 0; i < TERM_LENGTH / 8; i++) {
            publish(0);
        }

        kept.cycle(registrationId -> {});
        assertEquals(4096 * 8 + WINDOW, meta.limitAcquire());
        cycle();

        assertEquals(TERM_LENGTH + WINDOW, meta.limitAcquire());
    }

    @Test
    void aCycleCleansABoundedPieceAndTheLimitFollowsWhatIsClean() {
        int termLength = 4 * 1024 * 1024;
        LogMeta.Constants constants = LogMeta.Constants.of(1, "long", termLength, LogLayout.KIND_CONCURRENT);
        TestLog large = new TestLog(constants);
        LogMaintenance keptLarge = TestLog.keep(large.log());
        keptLarge.addPublisher(1, 100, 11);
        int slot = keptLarge.addSubscriber(subscriber(2, 200, 22), JoinAt.TAIL);
        keptLarge.cycle(registrationId -> {});
        large.meta().tailRelease(3L * termLength);
        large.meta().subscriberPositionRelease(slot, 3L * termLength); // All of the ring at once.

        keptLarge.cycle(registrationId -> {});
        long step = 16L * Cleaner.CHUNK_LENGTH;
        assertEquals(step, large.meta().cleanPositionAcquire());
        assertEquals(step + 2L * termLength, large.meta().limitAcquire());
        cycle(keptLarge);

        assertEquals(3L * termLength, large.meta().cleanPositionAcquire());
        assertEquals(3L * termLength + termLength / 2, large.meta().limitAcquire());
    }

    @Test
    void bytesThatAreNoFrameAreReportedToWhoKeepsTheLog() {
        publish(8);
        log.log().headerRelease(16, FrameLayout.header(5, FrameLayout.TYPE_DATA, 0));
        meta.getAndAddTail(8);

        assertThrows(CorruptLogException.class, this::cycle);
    }
}
