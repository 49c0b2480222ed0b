/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.log.JoinAt;
import io.tailrace.log.TestLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommittedPrefixTest {
    private final TestLog log = TestLog.concurrent();
    private final CommittedPrefix prefix = new CommittedPrefix(log.log(), 0);

    @Test
    void aSubscriberProvesWhatItHasConsumedOnlyFromWhereItBegan() {
        prefix.proveConsumed(0, 100);
        assertEquals(100, prefix.position());
        prefix.proveConsumed(104, 1000);
        assertEquals(100, prefix.position(), "it knows nothing of 100 to 104");
        prefix.proveConsumed(100, 96);
        assertEquals(100, prefix.position(), "never back");
        prefix.proveConsumed(48, 2L * TERM_LENGTH);
        assertEquals(2L * TERM_LENGTH, prefix.position());
    }

    @ParameterizedTest
    @CsvSource({"8, false", "16, true", "24, false", "32, true", "48, true", "56, false"})
    void aSubscriberBeginsAtAnyBoundaryFromTheOldestToTheTail(long position, boolean begins) {
        for (long at = 0; at < 48; at += 16) {
            log.commit(at, 8, 1);
        }
        log.meta().tailRelease(48);
        JoinAt joinAt = JoinAt.position(log.log().constants().logId(), position);

        if (begins) {
            assertEquals(position, prefix.findJoin(joinAt, 16));
        } else {
            assertThrows(JoinAt.RefusedException.class, () -> prefix.findJoin(joinAt, 16));
        }
    }
}
