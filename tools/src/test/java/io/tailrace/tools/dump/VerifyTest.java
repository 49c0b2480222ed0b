/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.DRIVER_OWNER;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogLayout;
import io.tailrace.log.publish.Appender;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each anomaly is found, and no sound log has one. */
class VerifyTest {
    private static final int T = TestLog.TERM_LENGTH;

    @TempDir
    private Path directory;

    private DumpRun verify() {
        return DumpRun.of(directory, "quotes", "--verify");
    }

    /** A log that has used all terms, and has no anomaly. */
    private TestLog usedLog(int kind) {
        TestLog log = new TestLog(directory, 17, "quotes", kind);
        log.turnTo(4L * T + 20_000, 1000);
        log.publish("last");
        log.consume();
        DumpRun run = verify();
        assertEquals(0, run.exitCode(), run.out());
        assertTrue(run.lastLine().endsWith(", 0 anomalies"), run.out());
        return log;
    }

    private void assertAnomaly(long position, String text) {
        DumpRun run = verify();
        String expected = "anomaly at " + position + ": " + text;
        List<String> anomalies = run.lines().stream()
                .filter(line -> line.startsWith("anomaly at "))
                .toList();
        assertTrue(anomalies.stream().anyMatch(line -> line.startsWith(expected)), expected + " in " + run.out());
        assertTrue(run.lastLine().endsWith(", " + anomalies.size() + " anomalies"), run.out());
        assertEquals(65, run.exitCode());
        assertEquals("", run.error());
    }

    /** The last frame with a length of 1,000 bytes and 8 of header. */
    private static long aFrame(TestLog log) {
        return log.tail() - 16 - 1008;
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void aSoundLogHasNoAnomaly(int kind) {
        TestLog log = usedLog(kind);
        DumpRun run = verify();
        long frames = run.lines().size();
        assertEquals(frames, DumpRun.of(directory, "quotes", "-n", "0").lines().size() + 1, "frames are not listed");
        assertTrue(run.lastLine().contains(" frames, "));
        log.endPublisher();
        assertEquals(0, verify().exitCode(), verify().out());
    }

    @Test
    void aNewLogHasNoAnomaly() {
        new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        assertEquals("0 frames, 0 bytes, 0 pads, 0 uncommitted, 0 anomalies", verify().lastLine());
    }

    @Test
    void claimsAbortsBatchesAndPaddingOfTheDeadAreSound() {
        TestLog log = usedLog(KIND_CONCURRENT);
        Appender appender = log.appender();
        BufferVector part = new BufferVector().reset(MappedBuffer.of(new byte[13]), 0, 13);
        appender.offerBatch(new BufferVector[] {part, part, part}, 3);
        long aborted = appender.claimToHold(64);
        log.plant(aborted + 8, -1); // Written, then aborted.
        appender.abortHeld(aborted, 64);
        log.meta().getAndAddTail(256);
        log.publish("behind the dead");
        assertEquals(0, verify().exitCode(), verify().out());
        assertTrue(verify().lastLine().contains(" 1 uncommitted,"));
        log.kept().clientDied(TestLog.PUBLISHING_CLIENT);
        log.consume();
        log.consume();
        assertEquals(0, verify().exitCode(), verify().out());
        assertTrue(verify().lastLine().contains(" 0 uncommitted,"));
    }

    @Test
    void anExclusiveLogNeedsOneZeroBehindItsLastFrame() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long tail = log.tail();
        log.plant(tail + 8, -1);
        log.plant(tail + T / 8, header(16, TYPE_DATA, 0));
        assertEquals(0, verify().exitCode(), verify().out());
        log.plant(tail, -1L << 32);
        assertAnomaly(tail, "neither a frame nor zero after the last frame: ");
    }

    @Test
    void aLengthShorterThanAHeader() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(7, TYPE_DATA, 0));
        assertAnomaly(aFrame(log), "frame shorter than its header: length=7, min=8");
    }

    @Test
    void aFrameThatCrossesTheEndOfItsTerm() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long remaining = log.buffers().remaining(aFrame(log));
        log.plant(aFrame(log), header((int) remaining + 1, TYPE_DATA, 0));
        assertAnomaly(
                aFrame(log),
                "frame crosses the end of its term: length=" + (remaining + 1) + ", remaining=" + remaining);
    }

    @Test
    void theWalkGoesOnWithTheNextFrameBehindOneThatIsNone() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long oldest = log.meta().cleaningTargetAcquire();
        String whole = verify().lastLine();
        log.plant(oldest, header(Integer.MAX_VALUE, TYPE_DATA, 0));
        assertAnomaly(oldest, "frame crosses the end of its term: ");
        String rest = verify().lastLine();
        assertEquals(frames(whole) - 1, frames(rest), rest);
    }

    private static int frames(String line) {
        return Integer.parseInt(line.substring(0, line.indexOf(' ')));
    }

    @Test
    void anUnknownType() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(1008, 3, 0));
        assertAnomaly(aFrame(log), "unknown type: type=3, length=1008");
        assertEquals(65, DumpRun.of(directory, "quotes").exitCode());
    }

    @Test
    void flagsThatMeanNothing() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), log.headerAt(aFrame(log)) | 1L << 40);
        assertAnomaly(aFrame(log), "meaningless flags: flags=1");
    }

    @Test
    void aMessageLongerThanTheLongest() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        for (int i = 0; i < 10; i++) {
            log.publish(new byte[1000]);
        }
        log.plant(0, header(9 * 1008, TYPE_DATA, 0));
        assertAnomaly(0, "longer than the longest frame: length=9072, max=8192");
    }

    @Test
    void bytesBehindAPayloadThatAreNotZero() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(log.tail() - 8, -1); // "last" is 4 bytes long.
        assertAnomaly(log.tail() - 16, "bytes after the payload are not zero: length=12");
    }

    @Test
    void aPaddingOfAnOddLength() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(1001, TYPE_PAD, DRIVER_OWNER));
        assertAnomaly(aFrame(log), "padding not aligned: length=1001");
    }

    @Test
    void aPublisherThatDoesNotExist() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(1008, TYPE_DATA, 64));
        assertAnomaly(aFrame(log), "no such publisher: owner=64, max=63");
        log.plant(aFrame(log), header(1008, TYPE_DATA, DRIVER_OWNER));
        assertAnomaly(aFrame(log), "no such publisher: owner=65535, max=63");
    }

    @Test
    void aClaimOfAPublisherThatIsGone() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(-1008, TYPE_DATA, 5));
        assertAnomaly(aFrame(log), "a claim whose publisher is gone: owner=5, length=1008");
    }

    @Test
    void aClaimOfAnImpossibleLength() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.plant(aFrame(log), header(-1009, TYPE_DATA, 0));
        assertAnomaly(aFrame(log), "claim of an impossible length: length=1009, ");
        log.plant(aFrame(log), header(Integer.MIN_VALUE, TYPE_DATA, 0));
        assertAnomaly(aFrame(log), "claim of an impossible length: length=2147483648, ");
    }

    @Test
    void aClaimInAnExclusiveLog() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        log.plant(aFrame(log), header(-1008, TYPE_DATA, 0));
        assertAnomaly(aFrame(log), "a claim in the log of one publisher, which shows none: length=1008");
    }

    @Test
    void claimedSpaceThatNobodyCanHaveClaimed() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.endPublisher();
        log.consume();
        log.meta().getAndAddTail(64);
        assertAnomaly(log.tail() - 64, "claimed space without a header, and no publisher: length=64");
    }

    @Test
    void noFrameBelowTheTailOfAnExclusiveLog() {
        TestLog log = usedLog(KIND_EXCLUSIVE);
        long position = log.meta().cleaningTargetAcquire();
        log.plant(position, 0);
        assertAnomaly(position, "no frame below the tail");
    }

    @Test
    void aTailInsideAFrame() {
        TestLog log = usedLog(KIND_CONCURRENT);
        log.metaBuffer().putLong(LogLayout.TAIL_OFFSET, log.tail() - 8);
        assertAnomaly(log.meta().tailAcquire() - 8, "the tail is inside a frame: length=12, ");
    }

    @Test
    void memoryPastTheTailThatIsNotClean() {
        TestLog log = usedLog(KIND_CONCURRENT);
        long end = log.meta().cleanPositionAcquire() + 3L * T;
        log.plant(end - 8, 0x1234);
        log.plant(log.tail() + 64, 1);
        assertAnomaly(log.tail() + 64, "memory past the tail is not clean: offset=");
        assertTrue(verify().out().contains(", value=0x1, words=2"));
    }

    @Test
    void manyAnomaliesAreCountedAndNotAllListed() {
        TestLog log = new TestLog(directory, 17, "quotes", KIND_CONCURRENT);
        for (int i = 0; i < 150; i++) {
            log.publish("message");
            log.plant(i * 16L, header(15, 9, 0));
        }
        DumpRun run = verify();
        assertEquals(
                100,
                run.lines().stream()
                        .filter(line -> line.startsWith("anomaly at "))
                        .count());
        assertTrue(run.out().contains("and 50 more anomalies\n"));
        assertTrue(run.lastLine().endsWith(", 150 anomalies"));
    }
}
