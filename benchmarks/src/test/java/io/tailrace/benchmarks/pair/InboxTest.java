/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private final Inbox inbox = new Inbox();

    @Test
    void endsWithTheMessageThatSaysHowManyThereWere() {
        inbox.take(1);
        inbox.take(2);
        assertFalse(inbox.isEnded());

        inbox.take(Inbox.end(2));
        assertTrue(inbox.isEnded());
    }

    @Test
    void endsWithoutAnyMessage() {
        inbox.take(Inbox.end(0));

        assertTrue(inbox.isEnded());
    }

    @Test
    void missingMessageIsNoticed() {
        inbox.take(1);
        inbox.take(Inbox.end(2));

        assertThrows(IllegalStateException.class, inbox::isEnded);
    }

    @Test
    void messageThatCameTwiceInPlaceOfAnotherOneIsNoticed() {
        inbox.take(1);
        inbox.take(1);
        inbox.take(Inbox.end(2));

        assertThrows(IllegalStateException.class, inbox::isEnded);
    }

    @Test
    void theEndOfASenderMayComeBeforeItsLastMessageOnAnotherStream() {
        Inbox ofTwo = new Inbox(1, 2, -1);
        List.of(Inbox.value(1, 1), Inbox.value(0, 1), Inbox.end(3)).forEach(value -> ofTwo.take(value));
        assertFalse(ofTwo.isEnded());
        ofTwo.take(Inbox.value(0, 2));
        assertTrue(ofTwo.isEnded());
    }

    @Test
    void sourcesMayMixAndAllSendersHaveToEnd() {
        Inbox ofTwo = new Inbox(2, 1, -1);
        List.of(Inbox.value(0, 1), Inbox.value(1, 1), Inbox.value(1, 2), Inbox.value(0, 2), Inbox.end(2))
                .forEach(value -> ofTwo.take(value));
        assertFalse(ofTwo.isEnded());
        ofTwo.take(Inbox.end(2));
        assertTrue(ofTwo.isEnded());
    }

    @Test
    void aMessageThatComesTwiceFromOneOfTwoSourcesIsNoticed() {
        Inbox ofTwo = new Inbox(1, 2, -1);
        List.of(Inbox.value(0, 1), Inbox.value(0, 1), Inbox.end(2)).forEach(value -> ofTwo.take(value));
        assertThrows(IllegalStateException.class, ofTwo::isEnded);
    }

    @Test
    void onlyTheBitsThatComeThroughAreCompared() {
        Inbox ofFour = new Inbox(1, 1, 3);
        List.of(1L, 2L, 3L, 0L, 1L, Inbox.end(5)).forEach(value -> ofFour.take(value));
        assertTrue(ofFour.isEnded());
        assertTrue(ofFour.isLast(Inbox.end(5)));
    }
}
