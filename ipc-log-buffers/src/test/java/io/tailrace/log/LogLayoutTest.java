/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogLayoutTest {
    private static final int TWO_CACHE_LINES = 128;

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

    @ParameterizedTest
    @ValueSource(
            ints = {0, -65536, 65535, 65537, 32 * 1024, 96 * 1024, (1 << 30) + 1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aTermLengthThatIsNoPowerOfTwoInRangeIsRefusedWithTheLimits(int termLength) {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> LogLayout.checkTermLength(termLength));

        assertTrue(refusal.getMessage().contains("termLength=" + termLength + ", min=65536, max=1073741824"));
    }
}
