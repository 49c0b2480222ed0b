/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.TestLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class CleanerTest {
    static final long[] STARTS = TestLog.STARTS;

    private static TestLog full(long start) {
        TestLog log = TestLog.concurrent().startingAt(start);
        log.commitUpTo(start, start + RING_LENGTH, 1);
        return log;
    }

    @ParameterizedTest
    @FieldSource("STARTS")
    void whatIsAnnouncedIsZeroedAndNothingElse(long start) {
        TestLog log = full(start);
        Cleaner cleaner = new Cleaner(log.log());

        cleaner.announce(start + TERM_LENGTH + 8);
        cleaner.announce(start + 512); // Does not take it back.
        assertEquals(start + TERM_LENGTH + 8, log.meta().cleaningTargetAcquire());
        assertEquals(start, log.meta().cleanPositionAcquire(), "announced, not yet clean");
        int cleaned = cleaner.clean(Integer.MAX_VALUE);

        assertEquals(TERM_LENGTH + 8, cleaned);
        assertEquals(start + TERM_LENGTH + 8, log.meta().cleanPositionAcquire());
        assertEquals(start + TERM_LENGTH + 8, cleaner.cleanPosition());
        assertTrue(log.isZero(start, start + TERM_LENGTH + 8));
        assertFalse(log.isZero(start + TERM_LENGTH + 8, start + TERM_LENGTH + 16));
        assertEquals(TestLog.LONGEST_FRAME, log.lengthAt(start + 2L * TERM_LENGTH));
    }

    @Test
    void aStepIsBoundedAndShowsItsProgress() {
        TestLog log = full(0);
        Cleaner cleaner = new Cleaner(log.log());
        cleaner.announce(RING_LENGTH);

        int steps = 0;
        while (cleaner.cleanPosition() < cleaner.target()) {
            int cleaned = cleaner.clean(Cleaner.CHUNK_LENGTH);
            assertTrue(cleaned > 0 && cleaned <= Cleaner.CHUNK_LENGTH);
            assertEquals(cleaner.cleanPosition(), log.meta().cleanPositionAcquire());
            assertTrue(log.isZero(0, cleaner.cleanPosition()));
            steps++;
        }

        assertEquals(3, steps);
        assertEquals(0, cleaner.clean(Cleaner.CHUNK_LENGTH));
    }

    @Test
    void aRestartedDriverZeroesAgainWhatWasAnnouncedAndGoesOn() {
        TestLog log = full(0);
        Cleaner dead = new Cleaner(log.log());
        dead.announce(2L * TERM_LENGTH);
        dead.clean(1); // The first chunk; it died in the second.

        Cleaner cleaner = new Cleaner(log.log());
        assertEquals(2L * TERM_LENGTH, cleaner.target());
        cleaner.clean(Integer.MAX_VALUE);

        assertTrue(log.isZero(0, 2L * TERM_LENGTH));
        assertFalse(log.isZero(2L * TERM_LENGTH, 2L * TERM_LENGTH + 8));
    }

    @Test
    void aCleanerGoesOnWhereAnotherOneHasDied() {
        TestLog log = full(0);
        Cleaner cleaner = new Cleaner(log.log());
        Cleaner dead = new Cleaner(log.log());
        dead.announce(2L * TERM_LENGTH);
        dead.clean(TERM_LENGTH);
        log.meta().joinPositionRelease(8); // It died between the announcement and this.

        cleaner.resume();

        assertEquals(TERM_LENGTH, cleaner.cleanPosition());
        assertEquals(2L * TERM_LENGTH, cleaner.target());
        assertEquals(2L * TERM_LENGTH, log.meta().joinPositionAcquire(), "nobody begins in what is zeroed");
    }
}
