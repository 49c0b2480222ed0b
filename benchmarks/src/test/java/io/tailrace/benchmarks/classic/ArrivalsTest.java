/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.benchmarks.classic.Arrivals.Message;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
    private static final Pause PAUSE = Pause.forThreads(1);

    private final Arrivals arrivals = new Arrivals();

    @Test
    void answersTheLastMessageOfEachProducersBurst() {
        int[] first = Message.burst(0, 2);
        int[] second = Message.burst(3, 1);
        arrivals.take(first[0]);
        arrivals.take(second[0]);
        arrivals.take(first[1]);
        assertEquals(3, arrivals.awaitAnswer(3, PAUSE));
        assertEquals(0, arrivals.awaitAnswer(0, PAUSE));
        assertDoesNotThrow(arrivals::check);
    }

    @Test
    void noticesALostMessage() {
        int[] burst = Message.burst(1, 3);
        arrivals.take(burst[0]);
        arrivals.take(burst[2]);
        assertThrows(IllegalStateException.class, arrivals::check);
    }

    @Test
    void noticesADoubledMessage() {
        int[] burst = Message.burst(1, 3);
        arrivals.take(burst[0]);
        arrivals.take(burst[0]);
        assertThrows(IllegalStateException.class, arrivals::check);
    }

    @Test
    void noticesAnotherOrder() {
        int[] burst = Message.burst(2, 2);
        arrivals.take(burst[1]);
        arrivals.take(burst[0]);
        assertThrows(IllegalStateException.class, arrivals::check);
    }
}
