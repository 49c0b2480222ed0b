/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogBuffersTest {
    private final MappedBuffer meta = MappedBuffer.allocate(LogLayout.META_LENGTH);
    private final MappedBuffer[] terms = {
        MappedBuffer.allocate(TERM_LENGTH), MappedBuffer.allocate(TERM_LENGTH), MappedBuffer.allocate(TERM_LENGTH)
    };

    LogBuffersTest() {
        new LogMeta(meta).initialise(LogMeta.Constants.of(1, "quotes", TERM_LENGTH, LogLayout.KIND_CONCURRENT));
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
