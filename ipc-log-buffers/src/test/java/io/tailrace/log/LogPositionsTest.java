/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.NONE;
import static io.tailrace.log.TestLog.LONGEST_FRAME;
import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static io.tailrace.log.TestLog.subscriber;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.maintain.SubscriberSlots;
import io.tailrace.memory.CorruptLogException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogPositionsTest {
    static final long[] STARTS = TestLog.STARTS;
    private static final int TAIL = 1024;

    /** Two publishers, and two subscribers, one of which has read half of the messages. */
    private static TestLog populated(TestLog log, long start) {
        LogMeta meta = log.startingAt(start).meta();
        LogMaintenance kept = TestLog.keep(log.log());
        kept.addPublisher(1, 100, 11);
        kept.addPublisher(2, 200, 22);
        kept.addSubscriber(subscriber(3, 100, 11), JoinAt.TAIL);
        kept.addSubscriber(subscriber(4, 200, 22), JoinAt.TAIL);
        kept.cycle(registrationId -> {});
        log.commit(start, TAIL - 8, 0);
        meta.tailRelease(start + TAIL);
        meta.subscriberPositionRelease(0, start + TAIL);
        return log;
    }

    private static void assertRefused(String expected, Consumer<LogMeta> damage) {
        TestLog log = populated(TestLog.concurrent(), RING_LENGTH);
        damage.accept(log.meta());
        CorruptLogException e = assertThrows(CorruptLogException.class, () -> LogPositions.check(log.log()));
        assertTrue(e.getMessage().contains(expected), e.getMessage());
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void whatAKeeperLeavesIsPossible(long start) {
        LogPositions.check(TestLog.concurrent().startingAt(start).log());
        LogPositions.check(TestLog.exclusive().startingAt(start).log());
        LogPositions.check(populated(TestLog.concurrent(), start).log());
        LogPositions.check(populated(TestLog.exclusive(), start).log());
        TestLog ended = populated(TestLog.concurrent(), start);
        ended.meta().endPositionRelease(start + TAIL);
        LogPositions.check(ended.log());
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 7})
    void noPositionIsWildOrBetweenFrames(long value) {
        assertRefused("cleanPosition=" + value, meta -> meta.cleanPositionRelease(value));
        assertRefused("cleaningTarget=" + value, meta -> meta.cleaningTargetVolatile(value));
        assertRefused("joinPosition=" + value, meta -> meta.joinPositionRelease(value));
        assertRefused("tail=" + value, meta -> meta.tailRelease(value));
        assertRefused(
                "subscriber[9].joinPosition=" + value,
                meta -> meta.activateSubscriber(9, 7, 1, 1, value, SubscriberPolicy.BLOCK));
        if (value != NONE) {
            assertRefused("endPosition=" + value, meta -> meta.endPositionRelease(value));
        }
        if (value != 1) {
            assertRefused("limit=" + value, meta -> meta.limitRelease(value));
            assertRefused("question=" + value, meta -> meta.questionRelease(value));
            assertRefused("publisher[1].answer=" + value, meta -> meta.answerRelease(1, value, NONE));
        }
        if (value != NONE) {
            assertRefused("publisher[1].lowestDebt=" + value, meta -> meta.answerRelease(1, 0, value));
        }
    }

    @Test
    void positionsDoNotContradictOneAnother() {
        assertRefused("cleaningTarget=", meta -> meta.cleanPositionRelease(RING_LENGTH + 8));
        assertRefused("cleaningTarget=", meta -> meta.cleaningTargetVolatile(2 * RING_LENGTH + 8));
        assertRefused("joinPosition=", meta -> meta.joinPositionRelease(RING_LENGTH + 8));
        assertRefused("limit=", meta -> meta.limitRelease(2 * RING_LENGTH - TERM_LENGTH + 8));
        assertRefused("tail=", meta -> meta.tailRelease(RING_LENGTH - 8));
        assertRefused("tail=", meta -> meta.tailRelease(2 * RING_LENGTH + 512L * LONGEST_FRAME));
        assertRefused("endPosition=", meta -> meta.endPositionRelease(RING_LENGTH + TAIL + 8));
    }

    @ParameterizedTest
    @ValueSource(longs = {-8, 0, 1, RING_LENGTH - 8, RING_LENGTH + TAIL + 8, Long.MIN_VALUE, Long.MAX_VALUE})
    void aSubscriberWhosePositionCannotBeTrueCostsNoLogAndStandsWhereNothingIsCleanedYet(long position) {
        TestLog log = populated(TestLog.concurrent(), RING_LENGTH);
        log.meta().subscriberPositionRelease(1, position);

        LogPositions.check(log.log());

        SubscriberSlots slots = new SubscriberSlots(log.meta());
        assertEquals(RING_LENGTH, slots.refresh());
        assertEquals(1, slots.takeMisplaced(), "it is reported");
    }

    @Test
    void theTailOfAnExclusiveLogMayBeBehindButNobodyJoinsPastWhatMayBeClaimed() {
        TestLog log = populated(TestLog.exclusive(), RING_LENGTH);
        LogMeta meta = log.meta();
        meta.tailRelease(RING_LENGTH - TERM_LENGTH);
        LogPositions.check(log.log());

        long reach = meta.cleanPositionAcquire()
                + RING_LENGTH
                - log.log().constants().reserve();
        long last = reach + 2 * LONGEST_FRAME;
        meta.activateSubscriber(9, 7, 1, 1, last, SubscriberPolicy.BLOCK);
        LogPositions.check(log.log());
        meta.activateSubscriber(9, 7, 1, 1, last + 8, SubscriberPolicy.BLOCK);
        assertThrows(CorruptLogException.class, () -> LogPositions.check(log.log()));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE})
    void idsArePossible(long id) {
        assertRefused("publisher[1].registrationId=" + id, meta -> meta.activatePublisher(1, id, 200, 22));
        assertRefused("publisher[1].clientId=" + id, meta -> meta.activatePublisher(1, 2, id, 22));
        assertRefused(
                "subscriber[9].registrationId=" + id,
                meta -> meta.activateSubscriber(9, id, 1, 1, RING_LENGTH, SubscriberPolicy.BLOCK));
        assertRefused(
                "subscriber[9].clientId=" + id,
                meta -> meta.activateSubscriber(9, 7, id, 1, RING_LENGTH, SubscriberPolicy.BLOCK));
    }

    @Test
    void noRegistrationHasTwoSlots() {
        assertRefused("also in publisher[0]", meta -> meta.activatePublisher(5, 1, 100, 11));
        assertRefused(
                "also in subscriber[0]",
                meta -> meta.activateSubscriber(5, 3, 100, 11, RING_LENGTH, SubscriberPolicy.BLOCK));
    }
}
