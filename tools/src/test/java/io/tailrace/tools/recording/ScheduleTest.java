/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.Termination;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void messagesAreDueAsFarApartAsTheyCame() {
        Schedule schedule = new Schedule(1);
        assertEquals(5 * SECOND, schedule.dueNs(300, 5 * SECOND));
        assertEquals(5 * SECOND + 700, schedule.dueNs(1000, 5 * SECOND + 10));
        assertEquals(5 * SECOND + 700, schedule.dueNs(1000, 5 * SECOND + 2000), "late, and made up for");
    }

    @Test
    void theSpeedDividesWhatLiesBetween() {
        Schedule schedule = new Schedule(4);
        assertEquals(0, schedule.dueNs(0, 0));
        assertEquals(250, schedule.dueNs(1000, 0));
        assertEquals(10_000, new Schedule(0.1).dueNs(1000, 10_000));
    }

    @Test
    void whoIsLateForMoreThanASecondDoesNotMakeUpForIt() {
        Schedule schedule = new Schedule(1);
        schedule.dueNs(0, 0);
        assertEquals(3 * SECOND, schedule.dueNs(SECOND, 3 * SECOND));
        assertEquals(4 * SECOND, schedule.dueNs(2 * SECOND, 3 * SECOND));
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
    void speedsAreNumbersOrMax() {
        assertEquals(2, ReplayCommand.Speed.parse("2"));
        assertEquals(0.5, ReplayCommand.Speed.parse("0.5"));
        assertEquals(Double.POSITIVE_INFINITY, ReplayCommand.Speed.parse("max"));
        for (String wrong : new String[] {"0", "0.0", "-1", "", "fast", "1e3", "NaN", "2x"}) {
            assertThrows(IllegalArgumentException.class, () -> ReplayCommand.Speed.parse(wrong), wrong);
        }
    }
}
