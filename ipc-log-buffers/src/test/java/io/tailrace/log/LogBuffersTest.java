/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogBuffersTest {
    private final MappedBuffer meta = MappedBuffer.allocate(LogLayout.META_LENGTH);
    private final MappedBuffer[] terms = {
        MappedBuffer.allocate(TERM_LENGTH), MappedBuffer.allocate(TERM_LENGTH), MappedBuffer.allocate(TERM_LENGTH)
    };

    LogBuffersTest() {
        new LogMeta(meta).initialise(LogMeta.Constants.of(1, "quotes", TERM_LENGTH, LogLayout.KIND_CONCURRENT));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 1L << 15, (1L << 31) / 3, 1L << 31, Long.MAX_VALUE / RING_LENGTH - 1})
    void everyPositionHasItsPlaceInOneOfThreeTerms(long lap) {
        LogBuffers log = new LogBuffers(meta, terms);
        for (int term = 0; term < 3; term++) {
            long start = lap * RING_LENGTH + (long) term * TERM_LENGTH;
            for (int offset : new int[] {0, 8, TERM_LENGTH - 8}) {
                assertSame(terms[term], log.term(start + offset));
                assertEquals(offset, log.offset(start + offset));
                assertEquals(TERM_LENGTH - offset, log.remaining(start + offset));
            }
        }
        assertEquals(RING_LENGTH, log.ringLength());
    }

    @Test
    void termsThatDoNotFitTheMetaFileAreRefused() {
        MappedBuffer tooShort = MappedBuffer.allocate(TERM_LENGTH - 8);
        List<MappedBuffer[]> wrong = List.of(
                new MappedBuffer[] {terms[0], terms[1]},
                new MappedBuffer[] {terms[0], terms[1], terms[2], terms[0]},
                new MappedBuffer[] {terms[0], tooShort, terms[2]});
        for (MappedBuffer[] buffers : wrong) {
            IllegalArgumentException refusal =
                    assertThrows(IllegalArgumentException.class, () -> new LogBuffers(meta, buffers));
            assertTrue(refusal.getMessage().startsWith("wrong "), refusal.getMessage());
        }
    }
}
