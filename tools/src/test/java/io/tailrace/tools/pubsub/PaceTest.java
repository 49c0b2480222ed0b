/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.Termination;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When messages are sent, their numbers, and the rate that {@code sub} reports. */
class PaceTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void messagesAreDueAsFarApartAsTheyCameDividedByTheSpeed() {
        Schedule schedule = new Schedule(1);
        assertEquals(5 * SECOND, schedule.dueNs(300, 5 * SECOND));
        assertEquals(5 * SECOND + 700, schedule.dueNs(1000, 5 * SECOND + 10));
        assertEquals(5 * SECOND + 700, schedule.dueNs(1000, 5 * SECOND + 2000), "late, and made up for");
        assertEquals(10_000, new Schedule(0.1).dueNs(1000, 10_000));
        Schedule quick = new Schedule(4);
        quick.dueNs(0, 0);
        assertEquals(250, quick.dueNs(1000, 0));
    }

    @Test
    void whoIsAskedToEndDoesNotWait() {
        Termination termination = new Termination();
        termination.request();
        Schedule schedule = new Schedule(1);
        assertTrue(schedule.await(0, termination), "due at once");
        assertFalse(schedule.await(60 * SECOND, termination));
        assertFalse(new Schedule(Double.POSITIVE_INFINITY).await(0, termination));
    }

    @Test
    void messagesOfARateAreDueAtEvenTimes() {
        Schedule schedule = Schedule.ofRate(4);
        assertEquals(0, schedule.dueNs(0, 0));
        assertEquals(SECOND / 4, schedule.dueNs(1, 0));
        assertEquals(SECOND / 2, schedule.dueNs(2, 700_000_000));
        assertEquals(5 * SECOND, schedule.dueNs(3, 5 * SECOND), "late by more than a second");
        assertEquals(5 * SECOND + SECOND / 4, schedule.dueNs(4, 5 * SECOND));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void ratesArePositive(double rate) {
        assertThrows(IllegalArgumentException.class, () -> Schedule.ofRate(rate));
    }

    @ParameterizedTest
    @CsvSource({"0,1", "8,9", "9,0", "00,01", "09,10", "0199,0200", "99,00", "'',''"})
    void numbersCountOnInPlace(String before, String after) {
        byte[] digits = before.getBytes(StandardCharsets.US_ASCII);
        PubCommand.increment(digits);
        assertEquals(after, new String(digits, StandardCharsets.US_ASCII));
    }
}
