/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.Termination;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class PaceTest {
    @Test
    void messagesAreDueAtEvenTimes() {
        Pace pace = Pace.of(4);
        assertEquals(0, pace.dueNs(0));
        assertEquals(250_000_000, pace.dueNs(0));
        assertEquals(500_000_000, pace.dueNs(700_000_000));
        assertEquals(750_000_000, pace.dueNs(700_000_000));
    }

    @Test
    void lateByMoreThanASecondStartsAfresh() {
        Pace pace = Pace.of(10);
        assertEquals(0, pace.dueNs(0));
        assertEquals(5_000_000_000L, pace.dueNs(5_000_000_000L));
        assertEquals(5_100_000_000L, pace.dueNs(5_000_000_000L));
    }

    @Test
    void turnsComeNoSoonerThanTheRateSays() {
        Pace pace = Pace.of(200);
        Termination termination = new Termination();
        long startNs = System.nanoTime();
        for (int i = 0; i < 21; i++) {
            assertTrue(pace.awaitTurn(termination));
        }
        assertTrue(System.nanoTime() - startNs >= TimeUnit.MILLISECONDS.toNanos(100));
    }

    @Test
    void waitEndsWhenTheCommandShould() {
        Pace pace = Pace.of(0.001);
        Termination termination = new Termination();
        assertTrue(pace.awaitTurn(termination));
        termination.request();
        assertFalse(pace.awaitTurn(termination));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void ratesArePositive(double rate) {
        assertThrows(IllegalArgumentException.class, () -> Pace.of(rate));
    }
}
