/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.publish;

import static io.tailrace.log.TestLog.RING_LENGTH;
import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.log.TestLog;
import java.lang.management.ManagementFactory;
import java.nio.ReadOnlyBufferException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DebtsTest {
    private static final int ME = 1;
    private static final int OTHER = 2;

    private final Debts debts = new Debts();

    @Test
    void coversEachPositionOfADebtAndNoOther() {
        debts.add(64, 32);
        assertFalse(debts.covers(56));
        assertTrue(debts.covers(64));
        assertTrue(debts.covers(88));
        assertFalse(debts.covers(96));
    }

    @Test
    void anErrorInOneDebtLeavesNoneListedThatIsPadded() {
        TestLog log = TestLog.concurrent().breakable();
        debts.add(TERM_LENGTH, 32);
        debts.add(0, 32);

        log.makeTermReadOnly(TERM_LENGTH, true);
        assertThrows(ReadOnlyBufferException.class, () -> debts.pay(log.log(), ME));

        assertEquals(List.of("PAD@0+32/1"), log.frames(0));
        assertFalse(debts.covers(0));
        assertTrue(debts.covers(TERM_LENGTH));
    }

    @Test
    void aDebtThatAnErrorLeftListedBehindItsPaddingIsNotPaddedALapLater() {
        TestLog log = TestLog.concurrent();
        debts.add(TERM_LENGTH - 16, 48);
        log.log().pad(TERM_LENGTH - 16, 48, ME);
        log.recycleTerms().startingAt(RING_LENGTH);
        log.commit(RING_LENGTH + TERM_LENGTH - 16, 8, OTHER);
        log.commit(RING_LENGTH + TERM_LENGTH, 24, OTHER);

        assertTrue(debts.pay(log.log(), ME));

        assertEquals(List.of("DATA@0+16/2", "DATA@16+32/2"), log.frames(RING_LENGTH + TERM_LENGTH - 16));
    }

    @Test
    void ofADebtOverATermsEndTheHalfThatIsMissingIsPadded() {
        TestLog log = TestLog.concurrent().breakable();
        debts.add(TERM_LENGTH - 16, 48);
        log.makeTermReadOnly(TERM_LENGTH, true);
        assertThrows(ReadOnlyBufferException.class, () -> debts.pay(log.log(), ME));
        log.makeTermReadOnly(TERM_LENGTH, false);

        assertTrue(debts.pay(log.log(), ME));

        assertEquals(List.of("PAD@0+16/1", "PAD@16+32/1"), log.frames(TERM_LENGTH - 16));
    }

    /** An OutOfMemoryError could occur between a padding and its removal, and left the debt listed. */
    @Test
    void payingAllocatesNothing() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        TestLog log = TestLog.concurrent();
        long leastBytes = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) { // Some calls load classes.
            for (int i = 0; i < 100; i++) {
                debts.add(round * 4096L + i * 32L, 32);
            }
            long before = threads.getCurrentThreadAllocatedBytes();
            debts.pay(log.log(), ME);
            leastBytes = Math.min(leastBytes, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, leastBytes);
    }
}
