/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The effect on a caller whose event cannot be created. */
final class EventsTest {
    @Test
    void itGoesOn() {
        List<Throwable> failures = List.of(
                new OutOfMemoryError("heap"),
                new StackOverflowError(),
                new ExceptionInInitializerError("no recorder"),
                new IllegalStateException("the recorder is shut down"));
        List<Throwable> thrown = new ArrayList<>();
        for (Throwable failure : failures) {
            Events.tell(() -> {
                thrown.add(failure);
                EventsTest.<RuntimeException>sneak(failure);
            });
        }
        assertEquals(failures, thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }
}
