/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogMetaTest {
    private final MappedBuffer buffer = MappedBuffer.allocate(LogLayout.META_LENGTH);
    private final LogMeta meta = new LogMeta(buffer);

    @Test
    void aMirrorBeginsWhereItIsTold() {
        LogMirror mirror = new LogMirror("ä".repeat(32), 7, 30);
        LogMeta.Constants constants =
                LogMeta.Constants.of(1, "s", TERM_LENGTH, KIND_EXCLUSIVE).asMirror(mirror, 1L << 40);

        meta.initialise(constants);

        assertEquals(constants, meta.constants());
        assertEquals(1L << 40, meta.tailAcquire());
        assertEquals(1L << 40, meta.limitAcquire());
        assertEquals(1L << 40, meta.cleanPositionAcquire());
        assertEquals(1L << 40, meta.cleaningTargetAcquire());
        assertEquals(1L << 40, meta.joinPositionAcquire());
        assertEquals(LogMeta.GOES_ON, meta.sourceEndAcquire());
        meta.sourceEndRelease(0);
        assertEquals(0, meta.sourceEndAcquire());
    }

    @Test
    void whatIsNoMirrorIsRefused() {
        LogMeta.Constants exclusive = LogMeta.Constants.of(1, "s", TERM_LENGTH, KIND_EXCLUSIVE);
        LogMirror mirror = new LogMirror("alpha", 7, 0);
        assertThrows(IllegalArgumentException.class, () -> exclusive.asMirror(mirror, 4));
        assertThrows(IllegalArgumentException.class, () -> exclusive.asMirror(mirror, -8));
        assertThrows(IllegalArgumentException.class, () -> LogMeta.Constants.of(1, "s", TERM_LENGTH, KIND_CONCURRENT)
                .asMirror(mirror, 0));
        assertThrows(IllegalArgumentException.class, () -> new LogMirror("", 7, 0));
        assertThrows(IllegalArgumentException.class, () -> new LogMirror("ä".repeat(33), 7, 0));
        assertThrows(IllegalArgumentException.class, () -> new LogMirror("alpha", 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new LogMirror("alpha", 7, -1));
        meta.initialise(exclusive.asMirror(mirror, 0));
        buffer.putInt(LogLayout.ORIGIN_HOST_LENGTH_OFFSET, 65);
        assertThrows(IllegalArgumentException.class, meta::constants);
    }

    @Test
    void howLongALogIsToStayIsReadBackAndWhatIsNoTimeIsRefused() {
        LogMeta.Constants constants = LogMeta.Constants.of(1, "s", TERM_LENGTH, KIND_CONCURRENT);
        for (long askedRetainNs : new long[] {LogEnd.DRIVERS_RETENTION, 0, 1}) {
            meta.initialise(constants.withAskedRetainNs(askedRetainNs));
            assertEquals(askedRetainNs, meta.constants().askedRetainNs());
        }
        for (long askedRetainNs : new long[] {-2, Long.MIN_VALUE, Long.MAX_VALUE}) {
            buffer.putLong(LogLayout.ASKED_RETAIN_NS_OFFSET, askedRetainNs);
            assertThrows(IllegalArgumentException.class, meta::constants);
        }
    }

    @Test
    void theLongestStreamNameFitsAndALongerOneIsRefused() {
        String longest = "s".repeat(LogLayout.MAX_STREAM_LENGTH);
        meta.initialise(LogMeta.Constants.of(1, longest, TERM_LENGTH, KIND_CONCURRENT));
        assertEquals(longest, meta.constants().stream());
        assertEquals(0, meta.tailAcquire());

        for (String stream : new String[] {longest + "s", "", "ü".repeat(128)}) {
            IllegalArgumentException refusal = assertThrows(
                    IllegalArgumentException.class,
                    () -> LogMeta.Constants.of(1, stream, TERM_LENGTH, KIND_CONCURRENT));
            assertTrue(refusal.getMessage().contains("max=255"), refusal.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 65536", // no window
        "1, 65544, 0", // longer than a term
        "1, 32768, -8",
        "1, 32768, 65544",
        "1, 4096, 4088", // less than the longest frame
        "2, 65536, 24568", // an exclusive claim below the limit may take a padding, the longest frame, and zeros
        "0, 32768, 65536", // no kind
        "3, 32768, 65536"
    })
    void constantsThatCouldNotWorkAreRefused(int kind, long window, long reserve) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new LogMeta.Constants(1, "s", TERM_LENGTH, kind, window, reserve));
    }

    @ParameterizedTest
    @CsvSource({"1, 8, 8184", "1, 8192, 0", "1, 65536, 65536", "2, 8, 24576", "2, 65536, 65536"})
    void constantsThatJustWorkAreTaken(int kind, long window, long reserve) {
        LogMeta.Constants constants = new LogMeta.Constants(1, "s", TERM_LENGTH, kind, window, reserve);

        meta.initialise(constants);

        assertEquals(constants, meta.constants());
    }

    @ParameterizedTest
    @CsvSource({"32, 0", "32, 65535", "32, -65536", "36, 0", "36, 7", "56, 0", "56, 256", "56, -1", "44, 1", "52, -1"})
    void constantsInAFileAreCheckedBeforeTheyAreUsed(int offset, int value) {
        meta.initialise(LogMeta.Constants.of(1, "quotes", TERM_LENGTH, KIND_CONCURRENT));

        buffer.putInt(offset, value);

        assertThrows(IllegalArgumentException.class, meta::constants);
    }
}
