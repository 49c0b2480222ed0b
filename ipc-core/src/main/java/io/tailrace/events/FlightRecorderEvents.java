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
    /** Makes and begins an event that lasts. Returns null if it cannot be made. */
    static <E extends Event> @Nullable E begin(Supplier<E> maker) {
        try {
            E event = maker.get();
            event.begin();
            return event;
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            return null; // See below.
        }
    }

    /** Ends and commits an event that lasts. */
    static void commit(Event event) {
        try {
            event.commit();
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            // See below.
        }
    }

    /** Makes and commits an event of one moment. */
    static void commit(Supplier<Event> maker) {
        try {
            maker.get().commit();
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            // It is missing. An InternalError says that somebody has truncated a file, and has handlers of its own.
        }
    }

    @Override
    public @Nullable BackPressure beginBackPressure() {
        return FlightRecorder.isInitialized() ? BackPressureEvent.begun() : null;
    }

    @Override
    public boolean recordHandlers() {
        return FlightRecorder.isInitialized() && SlowHandlerEvent.isRecorded();
    }

    @Override
    public @Nullable HandlerRun beginHandlers() {
        return FlightRecorder.isInitialized() ? SlowHandlerEvent.begun() : null;
    }

    @Override
    public void driverLost(String directory, long clientId) {
        if (FlightRecorder.isInitialized()) {
            DriverLostEvent.record(directory, clientId);
        }
    }

    @Override
    public void driverBack(String directory, long clientId, long lostNs) {
        if (FlightRecorder.isInitialized()) {
            DriverBackEvent.record(directory, clientId, lostNs);
        }
    }

    @Override
    public void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        if (FlightRecorder.isInitialized()) {
            OverrunEvent.record(stream, logId, subscriptionId, fromPosition, toPosition);
        }
    }

    @Override
    public void wakeUpMissed(String awaited, long sleptNs) {
        if (FlightRecorder.isInitialized()) {
            WakeUpMissedEvent.record(awaited, sleptNs);
        }
    }

    @Override
    public void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        if (FlightRecorder.isInitialized()) {
            ClaimUnblockedEvent.record(stream, logId, position, length, publicationId, clientId, pid);
        }
    }
}
