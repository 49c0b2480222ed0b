/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The events of a JVM that can record. The class of each waits for the first recording, for it would have the recorder
 * set itself up: this calls its static methods alone, of which the verifier wants to know nothing.
 */
final class FlightRecorderEvents implements Events {
    /** Tells an event. Throws nothing: it may follow an accepted offer, or a stored position. */
    static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable t) {
            // The event is missing, and nothing else.
        }
    }

    /** As {@link #tell}, without a Runnable, for which there may be no heap. */
    static void commit(Event event) {
        try {
            event.commit();
        } catch (Throwable t) {
            // As above.
        }
    }

    /**
     * Asks for something of an event. Returns null where it fails: the event is missing, and nothing else. An
     * InternalError says that somebody has truncated a file, and has handlers of its own.
     */
    private static <T> @Nullable T ask(Supplier<@Nullable T> question) {
        try {
            return question.get();
        } catch (OutOfMemoryError | StackOverflowError | LinkageError | RuntimeException e) {
            return null;
        }
    }

    @Override
    public @Nullable BackPressure beginBackPressure() {
        return FlightRecorder.isInitialized() ? ask(RecordedEvents.BackPressure::begun) : null;
    }

    @Override
    public boolean recordHandlers() {
        return FlightRecorder.isInitialized() && Boolean.TRUE.equals(ask(RecordedEvents.SlowHandler::isRecorded));
    }

    @Override
    public @Nullable HandlerRun beginHandlers() {
        return FlightRecorder.isInitialized() ? ask(RecordedEvents.SlowHandler::begun) : null;
    }

    @Override
    public void driverLost(String directory, long clientId) {
        if (FlightRecorder.isInitialized()) {
            tell(() -> RecordedEvents.DriverLost.record(directory, clientId));
        }
    }

    @Override
    public void driverBack(String directory, long clientId, long lostNs) {
        if (FlightRecorder.isInitialized()) {
            tell(() -> RecordedEvents.DriverBack.record(directory, clientId, lostNs));
        }
    }

    @Override
    public void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        if (FlightRecorder.isInitialized()) {
            tell(() -> RecordedEvents.Overrun.record(stream, logId, subscriptionId, fromPosition, toPosition));
        }
    }

    @Override
    public void wakeUpMissed(String awaited, long sleptNs) {
        if (FlightRecorder.isInitialized()) {
            tell(() -> RecordedEvents.WakeUpMissed.record(awaited, sleptNs));
        }
    }

    @Override
    public void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        if (FlightRecorder.isInitialized()) {
            tell(() -> RecordedEvents.ClaimUnblocked.record(
                    stream, logId, position, length, publicationId, clientId, pid));
        }
    }
}
