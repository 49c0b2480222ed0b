/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter.Cell;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SubscriberEndTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void aDelayCountsFromWhenItsMessageWasDueButNotInTheLeadIn() {
        long nowNs = System.nanoTime();
        Map<String, Object> figures =
                figures(nowNs - 3 * SECOND_NS, nowNs - 9 * SECOND_NS, nowNs - 2 * SECOND_NS, nowNs);
        assertEquals(2L, figures.get("count"));
        assertTrue(
                (Long) figures.get("max") >= 2 * SECOND_NS && (Long) figures.get("max") < 9 * SECOND_NS,
                figures::toString);
    }

    @Test
    void whatIsLostRepeatedOrOutOfOrderFailsTheRun() {
        assertEquals(2L, begun(0, 5, 5, Inbox.end(2)).awaitFigures().get("count"));
        assertThrows(
                IllegalStateException.class, () -> begun(0, 5, Inbox.end(2)).awaitFigures());
        assertThrows(IllegalStateException.class, () -> begun(0, 5, 6, 6, Inbox.end(2))
                .awaitFigures());
        assertThrows(
                IllegalStateException.class, () -> begun(0, 6, 5, Inbox.end(2)).awaitFigures());
    }

    private static Map<String, Object> figures(long countedFromNs, long... dueNs) {
        Inbox inbox = begun(countedFromNs, dueNs);
        inbox.take(Inbox.end(dueNs.length));
        return inbox.awaitFigures();
    }

    private static Inbox begun(long countedFromNs, long... values) {
        Inbox inbox = new Inbox();
        inbox.begin(countedFromNs);
        for (long value : values) {
            inbox.take(value);
        }
        return inbox;
    }

    /** They are in raw data. */
    @Test
    void cellsHaveNames() {
        assertEquals("at-0", Cell.at(0).toString());
        assertEquals("at-1000", Cell.at(1_000).toString());
        assertEquals("every-2s", Cell.EVERY_2_S.toString());
    }
}
