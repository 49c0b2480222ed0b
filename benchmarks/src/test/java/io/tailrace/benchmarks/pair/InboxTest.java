/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private final Inbox inbox = new Inbox(1);

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
    void theEndOfOneStreamMayComeBeforeTheLastMessageOfAnother() {
        Inbox ofTwo = new Inbox(2);
        List.of(2L, 1L, Inbox.end(3)).forEach(value -> ofTwo.take(value));
        assertFalse(ofTwo.isEnded());
        ofTwo.take(3);
        assertTrue(ofTwo.isEnded());
    }

    @Test
    void aMessageThatComesTwiceInOneOfTwoStreamsIsNoticed() {
        Inbox ofTwo = new Inbox(2);
        List.of(1L, 1L, Inbox.end(2)).forEach(value -> ofTwo.take(value));
        assertThrows(IllegalStateException.class, ofTwo::isEnded);
    }
}
