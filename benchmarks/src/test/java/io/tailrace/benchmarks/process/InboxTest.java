/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
}
