/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class InboxTest {
    private static Inbox after(Inbox inbox, long... values) {
        for (long value : values) {
            inbox.take(value);
        }
        return inbox;
    }

    @Test
    void endsWithTheMessageThatSaysHowManyThereWere() {
        assertFalse(after(new Inbox(), 1, 2).isEnded());
        assertTrue(after(new Inbox(), 1, 2, Inbox.end(2)).isEnded());
        assertTrue(after(new Inbox(), Inbox.end(0)).isEnded());
    }

    @Test
    void aMessageThatIsMissingOrCameInPlaceOfAnotherOneIsNoticed() {
        assertThrows(IllegalStateException.class, after(new Inbox(), 1, Inbox.end(2))::isEnded);
        assertThrows(IllegalStateException.class, after(new Inbox(), 1, 1, Inbox.end(2))::isEnded);
        Inbox ofTwo = after(new Inbox(1, 2, -1), Inbox.value(0, 1), Inbox.value(0, 1), Inbox.end(2));
        assertThrows(IllegalStateException.class, ofTwo::isEnded);
    }

    @Test
    void theEndOfASenderMayComeBeforeItsLastMessageOnAnotherStream() {
        Inbox ofTwo = after(new Inbox(1, 2, -1), Inbox.value(1, 1), Inbox.value(0, 1), Inbox.end(3));
        assertFalse(ofTwo.isEnded());
        assertTrue(after(ofTwo, Inbox.value(0, 2)).isEnded());
    }

    @Test
    void sourcesMayMixAndAllSendersHaveToEnd() {
        Inbox ofTwo = after(new Inbox(2, 1, -1), Inbox.value(0, 1), Inbox.value(1, 1), Inbox.value(1, 2), Inbox.end(1));
        assertFalse(ofTwo.isEnded());
        assertTrue(after(ofTwo, Inbox.end(2)).isEnded());
    }

    @Test
    void onlyTheBitsThatComeThroughAreCompared() {
        Inbox ofFour = after(new Inbox(1, 1, 3), 1, 2, 3, 0, 1, Inbox.end(5));
        assertTrue(ofFour.isEnded());
        assertTrue(ofFour.isLast(Inbox.end(5)));
    }
}
