/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static org.junit.jupiter.api.Assertions.assertSame;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.TestLog;
import org.junit.jupiter.api.Test;

/** In one thread; {@code TermCacheStress} uses several. */
final class TermCacheTest {
    private final LogBuffers log = TestLog.concurrent().log();
    private final TermCache lastTerm = new TermCache(log);

    @Test
    void itIsTheTermOfThePosition() {
        for (long start : TestLog.STARTS) {
            for (long position = start; position < start + 2 * TestLog.RING_LENGTH; position += 8) {
                assertSame(log.memory(position), lastTerm.of(position));
            }
        }
    }

    @Test
    void itGoesBackAsWell() {
        for (int from = 0; from < 9; from++) {
            for (int to = 0; to < 9; to++) {
                lastTerm.of((long) from * TestLog.TERM_LENGTH);
                long position = (long) to * TestLog.TERM_LENGTH;
                assertSame(log.memory(position), lastTerm.of(position));
            }
        }
    }
}
