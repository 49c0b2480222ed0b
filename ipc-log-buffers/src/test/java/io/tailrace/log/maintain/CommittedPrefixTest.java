/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.log.JoinAt;
import io.tailrace.log.LogLayout;
import io.tailrace.log.TestLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommittedPrefixTest {
    private final TestLog log = TestLog.concurrent();
    private final CommittedPrefix prefix = new CommittedPrefix(log.log(), 0);

    @Test
    void itDrainsUpToTheFirstUncommittedClaim() {
        log.commit(0, 8, 1);
        log.log().pad(16, 8, 1);
        log.claimHeader(24, 16, 1);
        log.commit(40, 8, 1);

        assertEquals(1, prefix.drain(LogLayout.NONE, 100));
        assertEquals(24, prefix.position());
        assertEquals(0, prefix.drain(LogLayout.NONE, 100));
    }

    @Test
    void itDrainsNoMoreThanItIsAskedTo() {
        for (int i = 0; i < 10; i++) {
            log.commit(16L * i, 8, 1);
        }

        assertEquals(3, prefix.drain(LogLayout.NONE, 3));
        assertEquals(48, prefix.position());
        assertEquals(2, prefix.drain(80, 100));
        assertEquals(80, prefix.position());
    }

    @Test
    void itNeverReadsWhatIsNotCleanForThisLap() {
        log.commitUpTo(0, RING_LENGTH, 1);

        while (prefix.drain(LogLayout.NONE, 5) > 0) {
            assertEquals(0, prefix.position() % TestLog.LONGEST_FRAME);
        }

        assertEquals(RING_LENGTH, prefix.position(), "a lap behind, the same bytes look like frames");
    }

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

    @Test
    void itGoesOnReadingWhereASubscriberLeftIt() {
        log.commit(0, 8, 1);
        log.commit(TERM_LENGTH, 8, 1);
        log.commit(TERM_LENGTH + 16, 8, 1);
        prefix.proveConsumed(0, TERM_LENGTH);

        assertEquals(2, prefix.drain(LogLayout.NONE, 100));
        assertEquals(TERM_LENGTH + 32, prefix.position());
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
