/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * The events of a JVM that can record. Each class of an event waits for the first recording: it would make the recorder
 * set itself up.
 */
final class FlightRecorderEvents implements Events {
    /** Begins an event that lasts, null if nobody records it. */
    private static <E extends Event> @Nullable E begin(Supplier<E> maker) {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        try {
            E event = maker.get();
            if (event.isEnabled()) {
                event.begin();
                return event;
            }
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            // It is missing then.
        }
        return null;
    }

    static void commit(Supplier<Event> maker) {
        try {
            maker.get().commit();
        } catch (OutOfMemoryError | StackOverflowError | RuntimeException e) {
            // As above. Not an InternalError: that says that somebody has truncated a file, and has its own handlers.
        }
    }

    @Override
    public @Nullable BackPressure beginBackPressure() {
        return begin(BackPressureEvent::new);
    }

    @Override
    public boolean recordHandlers() {
        return FlightRecorder.isInitialized() && SlowHandlerEvent.PROBE.isEnabled();
    }

    @Override
    public @Nullable HandlerRun beginHandlers() {
        return begin(SlowHandlerEvent::new);
    }

    @Override
    public void driverLost(String directory, long clientId) {
        if (FlightRecorder.isInitialized()) {
            commit(() -> new DriverLostEvent(directory, clientId));
        }
    }

    @Override
    public void driverBack(String directory, long clientId, long lostNs) {
        if (FlightRecorder.isInitialized()) {
            commit(() -> new DriverBackEvent(directory, clientId, lostNs));
        }
    }

    @Override
    public void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        if (FlightRecorder.isInitialized()) {
            commit(() -> new OverrunEvent(stream, logId, subscriptionId, fromPosition, toPosition));
        }
    }

    @Override
    public void wakeUpMissed(String awaited, long sleptNs) {
        if (FlightRecorder.isInitialized()) {
            commit(() -> new WakeUpMissedEvent(awaited, sleptNs));
        }
    }

    @Override
    public void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        if (FlightRecorder.isInitialized()) {
            commit(() -> new ClaimUnblockedEvent(stream, logId, position, length, publicationId, clientId, pid));
        }
    }
}
