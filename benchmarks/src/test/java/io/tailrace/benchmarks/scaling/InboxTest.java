/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.scaling;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {
    private final Inbox inbox = new Inbox(2);

    private void take(int source, long number) {
        inbox.take(Inbox.value(source, number), 0);
    }

    @Test
    void sourcesMayMix() {
        take(0, 0);
        take(1, 0);
        take(1, 1);
        take(0, 1);
        assertDoesNotThrow(() -> inbox.check(4));
    }

    @Test
    void aLostMessageIsSeen() {
        take(0, 0);
        take(0, 2);
        assertThrows(IllegalStateException.class, () -> inbox.check(2));
    }

    @Test
    void aRepeatedMessageIsSeen() {
        take(1, 0);
        take(1, 0);
        assertThrows(IllegalStateException.class, () -> inbox.check(2));
    }

    @Test
    void aMessageThatNeverCameIsSeen() {
        take(0, 0);
        assertThrows(IllegalStateException.class, () -> inbox.check(2));
    }

    @Test
    void fairnessIsOneWhereAllHaveTheSame() {
        assertEquals(1, Crew.jain(List.of(5.0, 5.0, 5.0)));
        assertEquals(0.25, Crew.jain(List.of(0.0, 0.0, 7.0, 0.0)));
    }
}
