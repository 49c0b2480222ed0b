/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.CLEANING_TARGET_OFFSET;
import static io.tailrace.log.LogLayout.CLEAN_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.END_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.JOIN_POSITION_OFFSET;
import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static io.tailrace.log.LogLayout.LIMIT_OFFSET;
import static io.tailrace.log.LogLayout.TAIL_OFFSET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each impossible position in the meta file is found. */
class VerifyPositionsTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private TestLog usedLog(int kind) {
        TestLog log = new TestLog(directory, 17, "quotes", kind);
        log.turnTo(4L * T, 1000);
        assertEquals(0, verify().exitCode(), verify().out());
        return log;
    }

    private DumpRun verify() {
        return DumpRun.of(directory, "quotes", "--verify");
    }

    private void assertAnomaly(long position, String text) {
        DumpRun run = verify();
        String expected = "anomaly at " + position + ": " + text;
        assertTrue(run.lines().stream().anyMatch(line -> line.startsWith(expected)), expected + " in " + run.out());
        assertEquals(65, run.exitCode());
    }

    @Test
    void aLimitPastWhatIsClean() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long max = log.meta().cleanPositionAcquire() + 2L * T;
        log.metaBuffer().putLong(LIMIT_OFFSET, max);
        assertEquals(0, verify().exitCode(), verify().out());
        log.metaBuffer().putLong(LIMIT_OFFSET, max + 1);
        assertAnomaly(max + 1, "limit past what is clean, less the reserve: limit=" + (max + 1) + ", max=" + max);
    }

    @Test
    void aCleanPositionPastTheAnnouncedTarget() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long clean = log.meta().cleaningTargetAcquire() + 8;
        log.metaBuffer().putLong(CLEAN_POSITION_OFFSET, clean);
        assertAnomaly(clean, "cleaned further than announced: cleanPosition=" + clean);
        DumpRun run = DumpRun.of(directory, "quotes");
        assertEquals(65, run.exitCode());
        assertTrue(run.error().contains("the cleaned positions contradict one another"), run.error());
    }

    @Test
    void aJoinPositionThatIsBeingCleaned() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long join = log.meta().cleanPositionAcquire() - 8;
        log.metaBuffer().putLong(JOIN_POSITION_OFFSET, join);
        assertAnomaly(join, "join position not between what is cleaned and what is announced: ");
    }

    @Test
    void aTargetPastTheTail() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long target = log.tail() + 8;
        log.metaBuffer().putLong(CLEANING_TARGET_OFFSET, target);
        assertAnomaly(target, "announced past the tail: cleaningTarget=" + target + ", tail=" + log.tail());
    }

    @Test
    void moreAnnouncedThanTheTermsHold() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long target = log.meta().cleanPositionAcquire() + 3L * T + 8;
        log.metaBuffer().putLong(CLEANING_TARGET_OFFSET, target);
        assertAnomaly(target, "more announced than the terms hold: ");
    }

    @Test
    void aTailThatNoClaimReaches() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long max = log.meta().cleanPositionAcquire() + log.buffers().constants().reach() + 64L * T;
        log.metaBuffer().putLong(TAIL_OFFSET, max + 8);
        assertAnomaly(max + 8, "tail further past the limit than claims reach: ");
    }

    @Test
    void aPublisherGoesOnWhileTheKeeperSleeps() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long limit = log.meta().limitAcquire();
        byte[] payload = new byte[1000];
        while (log.tail() < log.appender().limit()) {
            log.publish(payload);
            log.read();
        }
        assertTrue(log.tail() > limit + T / 4, "past the keeper's limit");
        assertEquals(0, verify().exitCode(), verify().out());
    }

    @Test
    void positionsOutOfRange() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.metaBuffer().putLong(TAIL_OFFSET, -8);
        assertAnomaly(-8, "tail out of range or not aligned: position=-8");
        log.metaBuffer().putLong(TAIL_OFFSET, 5L * T + 4);
        assertAnomaly(5L * T + 4, "tail out of range or not aligned: position=" + (5L * T + 4));
        log.metaBuffer().putLong(LIMIT_OFFSET, Long.MAX_VALUE);
        assertAnomaly(Long.MAX_VALUE, "limit out of range or not aligned: ");
    }

    @Test
    void anEndThatIsNotTheTail() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        log.endPublisher();
        assertEquals(0, verify().exitCode(), verify().out());
        long end = log.tail() - 1008;
        log.metaBuffer().putLong(END_POSITION_OFFSET, end);
        assertAnomaly(end, "a log that has ended, but not at its tail: endPosition=" + end + ", tail=" + log.tail());
    }

    @Test
    void aSubscriberPastTheTail() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        log.meta().subscriberPositionRelease(log.subscriber(), log.tail() + 8);
        assertAnomaly(log.tail() + 8, "subscriber 0 not at a frame: ");
    }

    @Test
    void aSubscriberWhereTheCleanerWas() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long position = log.meta().cleaningTargetAcquire() - 8;
        log.meta().subscriberPositionRelease(log.subscriber(), position);
        assertAnomaly(position, "subscriber 0 not at a frame: ");
    }

    @Test
    void anOverrunSubscriberForWhomNobodyWaitsIsSound() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        log.kept().addSubscriber(40, 970, 830, JoinAt.TAIL, SubscriberPolicy.DROP);
        log.turnTo(4L * T, 1000);
        assertTrue(log.meta().cleaningTargetAcquire() > 0);
        assertEquals(0, verify().exitCode(), verify().out());
    }

    @Test
    void aSubscriberInsideAFrame() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long frame = log.publish("0123456789");
        log.meta().subscriberPositionRelease(log.subscriber(), frame + 8);
        assertAnomaly(frame + 8, "subscriber 0 inside a frame: position=" + (frame + 8) + ", frame=" + frame);
    }

    @Test
    void aStoredTailInsideAFrameOfAnExclusiveLog() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long frame = log.publish("01234567");
        log.publish("behind");
        log.metaBuffer().putLong(TAIL_OFFSET, frame + 8);
        assertAnomaly(frame, "the tail is inside a frame: length=16, ");
    }
}
