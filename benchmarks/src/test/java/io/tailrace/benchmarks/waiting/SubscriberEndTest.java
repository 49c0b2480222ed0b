/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.TestLab;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox.Wakes;
import io.tailrace.benchmarks.waiting.Waiter.Cell;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubscriberEndTest {
    private static final Schedule SLICE = Schedule.ofMs(20, 100);

    /** Three processes start, measure for a moment, and exit. */
    @Tag("bench")
    @ParameterizedTest
    @EnumSource(names = {"SPIN", "AERON_DEFAULTS", "STREAMS_1000", "WOKEN"})
    void aTrioTellsWhatItTakesAndHowLateMessagesAre(Waiter waiter, @TempDir Path directory) {
        try (Lab lab = TestLab.in(directory, WaitingSection.NAME);
                Trio trio = new Trio(lab, waiter)) {
            trio.measure(1, 1, Cell.at(500), SLICE);
            Measurement messages = lab.measurements().get(0);
            assertEquals(50, messages.number("count"), messages::toString);
            assertTrue(messages.number("lastMax") >= messages.number("p50"), messages::toString);
            double leastPercent = waiter == Waiter.SPIN ? 20 : 0;
            double takenPercent;
            do { // On a busy machine a spinning thread may get its time only in a later slice.
                trio.measure(1, 1, Cell.REST, SLICE);
                takenPercent =
                        lab.measurements().get(lab.measurements().size() - 1).number("subscriberCpu");
            } while (takenPercent < leastPercent);
        }
    }

    @Test
    void theFirstSubscriberAndTheLastAreToldApart() {
        Wakes wakes = new Wakes(2, 3, 1);
        List<Inbox> inboxes = List.of(new Inbox(1), new Inbox(1));
        inboxes.forEach(inbox -> inbox.begin(wakes));
        inboxes.forEach(inbox -> take(inbox, 0, 1_000_000_000_000L)); // In the lead-in.
        for (int number = 1; number < 3; number++) {
            take(inboxes.get(0), number, 1_000_000);
            take(inboxes.get(1), number, 1_000_000_000);
        }
        inboxes.forEach(inbox -> take(inbox, Inbox.end(3), 0));
        Map<String, Object> figures = wakes.figures();
        assertEquals(2L, figures.get("count"));
        assertTrue((Long) figures.get("max") < 1_000_000_000, figures::toString);
        assertTrue((Long) figures.get("lastP50") >= 1_000_000_000, figures::toString);
    }

    @Test
    void whatComesTwiceOrTooLateFailsTheRun() {
        assertEquals(3L, figures(2, 1, 0, Inbox.end(3), 2).get("count"), "an end before a message of another stream");
        assertThrows(IllegalStateException.class, () -> figures(1, 0, 0, Inbox.end(2)));
        assertThrows(IllegalStateException.class, () -> figures(1, 1, 0, Inbox.end(2)));
        assertThrows(IllegalStateException.class, () -> figures(2, 0, 3, 1, Inbox.end(3)));
    }

    private static Map<String, Object> figures(int streams, long... numbers) {
        Wakes wakes = new Wakes(1, numbers.length, 0);
        Inbox inbox = new Inbox(streams);
        inbox.begin(wakes);
        for (long number : numbers) {
            take(inbox, number, 0);
        }
        return wakes.figures();
    }

    private static void take(Inbox inbox, long number, long lateNs) {
        UnsafeBuffer message = new UnsafeBuffer(new byte[2 * Long.BYTES]);
        message.putLong(0, number);
        message.putLong(Inbox.TIME_OFFSET, System.nanoTime() - lateNs);
        inbox.take(message, 0, message.capacity());
    }
}
