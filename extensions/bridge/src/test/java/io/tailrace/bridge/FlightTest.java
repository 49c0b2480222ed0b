/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The limit on the bytes under way, and for how long Aeron does not repeat a retransmission. */
class FlightTest {
    private static final int LONG = 1_000_000;

    private final Flight flight = new Flight();
    private final long nowNs = System.nanoTime();

    private void grow() {
        do {
            flight.underWay(LONG);
            if (!flight.hasRoom()) {
                flight.confirmed(ms(2), nowNs);
            }
        } while (!flight.hasRoom());
    }

    private static long ms(long ms) {
        return TimeUnit.MILLISECONDS.toNanos(ms);
    }

    @Test
    void whatIsUnderWayUpToTheLimitLeavesNoRoom() {
        flight.underWay(16 * 1024 - 1);
        assertTrue(flight.hasRoom());
        flight.sent(1);
        assertFalse(flight.hasRoom());
    }

    /** The oldest block waits for its confirmation for this long. */
    private void waitFor(int endMs) {
        for (int waitsMs = 0; waitsMs < endMs; waitsMs += 10) {
            flight.waits(ms(waitsMs), nowNs + ms(waitsMs));
        }
    }

    @Test
    void aBlockThatIsNotConfirmedShrinksTheLimit() {
        grow();
        waitFor(3_000);
        flight.underWay(64 * 1024);
        assertFalse(flight.hasRoom());
    }

    @Test
    void aBlockThatIsNotLateDoesNotShrinkTheLimit() {
        grow();
        waitFor(100);
        assertTrue(flight.hasRoom());
    }

    @Test
    void aRetransmissionMayBeUnderWayForAsLongAsABlockIs() {
        assertEquals(ms(10), flight.lingerNs());
        flight.confirmed(ms(2), nowNs);
        assertEquals(ms(10), flight.lingerNs());
        flight.waits(ms(500), nowNs);
        assertEquals(ms(500), flight.lingerNs());
        flight.waits(ms(5_000), nowNs);
        assertEquals(ms(1_000), flight.lingerNs());
        flight.confirmed(ms(40), nowNs);
        assertEquals(ms(40), flight.lingerNs());
    }
}
