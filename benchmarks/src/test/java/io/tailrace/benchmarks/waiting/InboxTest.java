/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox.Wakes;
import java.util.List;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class InboxTest {
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
    void theEndMayComeBeforeTheLastMessageOfAnotherStream() {
        assertEquals(3L, figures(2, 1, 0, Inbox.end(3), 2).get("count"));
    }

    @Test
    void whatComesTwiceOrTooLateFailsTheRun() {
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
