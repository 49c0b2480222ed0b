/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLayoutTest {
    private static final int TWO_CACHE_LINES = 128;

    @Test
    void theOffsetsAreThoseOfTheFormat() {
        assertEquals(24, LogLayout.LOG_ID_OFFSET);
        assertEquals(32, LogLayout.TERM_LENGTH_OFFSET);
        assertEquals(36, LogLayout.KIND_OFFSET);
        assertEquals(40, LogLayout.WINDOW_OFFSET);
        assertEquals(48, LogLayout.RESERVE_OFFSET);
        assertEquals(56, LogLayout.STREAM_LENGTH_OFFSET);
        assertEquals(60, LogLayout.STREAM_OFFSET);
        assertEquals(512, LogLayout.TAIL_OFFSET);
        assertEquals(640, LogLayout.LIMIT_OFFSET);
        assertEquals(648, LogLayout.CLEAN_POSITION_OFFSET);
        assertEquals(656, LogLayout.CLEANING_TARGET_OFFSET);
        assertEquals(664, LogLayout.JOIN_POSITION_OFFSET);
        assertEquals(672, LogLayout.END_POSITION_OFFSET);
        assertEquals(680, LogLayout.QUESTION_OFFSET);
        assertEquals(688, LogLayout.SUBSCRIBER_COUNT_OFFSET);
        assertEquals(768, LogLayout.MESSAGE_SLEEPERS_OFFSET);
        assertEquals(776, LogLayout.SPACE_SLEEPERS_OFFSET);
        assertEquals(1024, LogLayout.PUBLISHER_SLOTS_OFFSET);
        assertEquals(9216, LogLayout.SUBSCRIBER_SLOTS_OFFSET);
        assertEquals(28672, LogLayout.META_LENGTH);
    }

    @Test
    void theSlotsAreThoseOfTheFormat() {
        assertEquals(0, LogLayout.SLOT_REGISTRATION_ID_OFFSET);
        assertEquals(8, LogLayout.SLOT_CLIENT_ID_OFFSET);
        assertEquals(16, LogLayout.SLOT_PID_OFFSET);
        assertEquals(24, LogLayout.PUBLISHER_ANSWER_OFFSET);
        assertEquals(32, LogLayout.PUBLISHER_LOWEST_DEBT_OFFSET);
        assertEquals(40, LogLayout.PUBLISHER_WAKE_AT_OFFSET);
        assertEquals(48, LogLayout.PUBLISHER_SLEEPER_OFFSET);
        assertEquals(24, LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET);
        assertEquals(44, LogLayout.SUBSCRIBER_NAME_LENGTH_OFFSET);
        assertEquals(48, LogLayout.SUBSCRIBER_VACANT_UNTIL_NS_OFFSET);
        assertEquals(56, LogLayout.SUBSCRIBER_LEASE_NS_OFFSET);
        assertEquals(64, LogLayout.SUBSCRIBER_NAME_OFFSET);
        assertEquals(128, LogLayout.SUBSCRIBER_POSITION_OFFSET);
        assertEquals(192, LogLayout.SUBSCRIBER_SLEEPER_OFFSET);
        assertEquals(1024 + 63 * 128, LogLayout.publisherSlot(63));
        assertEquals(9216 + 63 * 256, LogLayout.subscriberSlot(63));
        assertEquals(LogLayout.SUBSCRIBER_SLOTS_OFFSET, LogLayout.publisherSlot(LogLayout.MAX_PUBLISHERS));
        assertTrue(LogLayout.subscriberSlot(LogLayout.MAX_SUBSCRIBERS) <= LogLayout.META_LENGTH);
    }

    @Test
    void theMagicReadsTraillog() {
        byte[] bytes = new byte[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (byte) (LogLayout.MAGIC >>> (8 * i));
        }
        assertEquals("TRAILLOG", new String(bytes, StandardCharsets.US_ASCII));
        assertEquals(2, LogLayout.VERSION_MAJOR);
        assertEquals(3, LogLayout.VERSION_MINOR);
    }

    @Test
    void wordsOfDifferentWritersStandTwoCacheLinesApart() {
        int[] writers = {
            LogLayout.STREAM_OFFSET + LogLayout.MAX_STREAM_LENGTH,
            LogLayout.TAIL_OFFSET,
            LogLayout.LIMIT_OFFSET,
            LogLayout.PUBLISHER_SLOTS_OFFSET,
            LogLayout.publisherSlot(1),
            LogLayout.SUBSCRIBER_SLOTS_OFFSET,
            LogLayout.SUBSCRIBER_SLOTS_OFFSET + LogLayout.SUBSCRIBER_POSITION_OFFSET,
            LogLayout.subscriberSlot(1)
        };
        for (int i = 1; i < writers.length; i++) {
            assertTrue(writers[i] / TWO_CACHE_LINES > writers[i - 1] / TWO_CACHE_LINES, "writers[" + i + "]");
        }
        int keepersLast = LogLayout.SUBSCRIBER_COUNT_OFFSET + Integer.BYTES - 1;
        assertEquals(
                LogLayout.LIMIT_OFFSET / TWO_CACHE_LINES,
                keepersLast / TWO_CACHE_LINES,
                "the keeper's share two lines");
    }

    @Test
    void aLogTakesAtMost64KiBMoreThanItsTerms() {
        assertTrue(LogLayout.META_LENGTH <= 64 * 1024);
        assertEquals(0, LogLayout.META_LENGTH % 4096);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {0, -65536, 65535, 65537, 32 * 1024, 96 * 1024, (1 << 30) + 1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aTermLengthThatIsNoPowerOfTwoInRangeIsRefusedWithTheLimits(int termLength) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> LogLayout.checkTermLength(termLength));

        assertTrue(refusal.getMessage().contains("termLength=" + termLength + ", min=65536, max=1073741824"));
    }

    @ParameterizedTest
    @ValueSource(ints = {64 * 1024, 4 * 1024 * 1024, 1 << 30})
    void theLongestMessageIsAnEighthOfATermLessItsHeader(int termLength) {
        assertEquals(termLength, LogLayout.checkTermLength(termLength));
        assertEquals(termLength / 8 - 8, LogLayout.maxMessageLength(termLength));
    }
}
