/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The effect on a caller whose event cannot be created. */
final class EventsTest {
    static Stream<Throwable> failures() {
        return Stream.of(
                new OutOfMemoryError("heap"),
                new StackOverflowError(),
                new ExceptionInInitializerError("no recorder"),
                new NoClassDefFoundError("io.tailrace.events.RecordedEvents"),
                new InternalError("a fault occurred in an unsafe memory access operation"),
                new IllegalStateException("the recorder is shut down"));
    }

    private static Runnable throwing(Throwable failure, AtomicReference<Throwable> thrown) {
        return () -> {
            thrown.set(failure);
            EventsTest.<RuntimeException>sneak(failure);
        };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable failure) throws T {
        throw (T) failure;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void itGoesOn(Throwable failure) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        Events.tell(throwing(failure, thrown));

        assertSame(failure, thrown.get());
    }
}
