/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogTail;
import io.tailrace.tools.dump.Frame.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameWalkerTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private final List<Long> overruns = new ArrayList<>();

    private FrameWalker walker(TestLog log, long start, long end) {
        return new FrameWalker(log.buffers(), start, end, 64, (from, to) -> {
            overruns.add(from);
            overruns.add(to);
        });
    }

    private static String payload(Frame frame) {
        return new String(frame.payload, 0, frame.payloadCopied, StandardCharsets.UTF_8);
    }

    @Test
    void goesOnAtTheAnnouncedTargetWhenTheCleanerOvertakesIt() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(2L * T + T / 2, 500);
        long end = log.tail();
        FrameWalker walker = walker(log, log.meta().cleaningTargetAcquire(), end);
        assertTrue(walker.next());
        assertTrue(walker.next());
        long at = walker.frame().end;
        log.turnTo(3L * T, 500);
        long target = log.meta().cleaningTargetAcquire();
        assertTrue(target > at && target < end, "at=" + at + ", target=" + target + ", end=" + end);
        assertTrue(walker.next());
        assertEquals(List.of(at, target), overruns);
        assertEquals(target, walker.frame().position);
        assertEquals(Kind.DATA, walker.frame().kind);
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void takesANewEndWhenTheCleanerHasTakenAllThatWasToBeRead(int kind) {
        TestLog log = new TestLog(directory, 1, "quotes", kind);
        log.turnTo(T, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        log.turnTo(6L * T, 500);
        long target = log.meta().cleaningTargetAcquire();
        assertTrue(walker.next());
        assertEquals(List.of(0L, target), overruns);
        assertEquals(target, walker.frame().position);
        assertEquals(log.tail(), walker.end());
    }

    @Test
    void endsWhenTheLogMovesFasterThanItIsReadForTooLong() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(T, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        int rounds = 0;
        do {
            log.turnTo(log.tail() + 4L * T, 1000);
            rounds++;
        } while (walker.next() && rounds < 100);
        assertEquals(17, rounds);
    }

    @Test
    void aTargetThatIsNoFrameBoundaryDoesNotStopIt() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(1000, 500);
        FrameWalker walker = walker(log, 0, log.tail());
        log.meta().cleaningTargetVolatile(3);
        walker.next();
        assertEquals(List.of(0L, 8L), overruns);
        log.meta().cleaningTargetVolatile(Long.MAX_VALUE);
        assertFalse(walker.next());
    }

    @Test
    void aBatchThatIsBeingWrittenIsOneClaim() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        long claim = log.appender().claimToHold(256);
        log.plant(claim + 64, -1);
        log.publish("behind");
        FrameWalker walker = walker(log, 0, log.tail());
        assertTrue(walker.next());
        assertEquals(Kind.CLAIMED, walker.frame().kind);
        assertEquals(256, walker.frame().length);
        assertEquals(0, walker.frame().owner);
        assertTrue(walker.next());
        assertEquals("behind", payload(walker.frame()));
        assertFalse(walker.next());
    }

    @Test
    void aGapEndsAtTheNextHeaderTheEndOfTheTermOrTheTail() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.turnTo(T - 1000L, 100);
        long first = log.meta().getAndAddTail(64);
        log.publish("between");
        long second = log.meta().getAndAddTail(8192);
        FrameWalker walker = walker(log, first, log.tail());
        assertTrue(walker.next());
        assertEquals(64, walker.frame().length);
        assertEquals(Frame.NO_OWNER, walker.frame().owner);
        assertTrue(walker.next());
        assertEquals("between", payload(walker.frame()));
        assertTrue(walker.next());
        assertEquals(second, walker.frame().position);
        assertEquals(T, walker.frame().end);
        assertTrue(walker.next());
        assertEquals(T, walker.frame().position);
        assertEquals(second + 8192, walker.frame().end);
        assertFalse(walker.next());
    }

    @Test
    void claimsPastWhatIsCleanAreNotRead() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        log.publish("first");
        log.meta().getAndAddTail(3 * T);
        DumpRun run = DumpRun.of(directory, "quotes", "--verify");
        assertEquals(0, run.exitCode(), run.out());
        assertTrue(run.lastLine().startsWith("1 frames, 5 bytes, 0 pads, 3 uncommitted"), run.lastLine());
    }

    @Test
    void theEndOfAnExclusiveLogIsItsFirstFreePlace() {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_EXCLUSIVE);
        log.turnTo(2L * T, 300);
        long clean = log.meta().cleanPositionAcquire();
        assertEquals(log.tail(), LogTail.firstFree(log.buffers(), log.meta().cleaningTargetAcquire(), clean + 3L * T));
        assertEquals(log.tail(), LogTail.find(log.buffers(), log.meta().cleaningTargetAcquire(), clean + 3L * T));
    }
}
