/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What client and driver tell the Flight Recorder. Any thread.
 *
 * <p>A JVM may be without the module {@code jdk.jfr}, or without a reason to load it: before this JVM records, no class
 * of an event is loaded and nothing allocated. An event is for people, and decides nothing: where there is no heap or
 * stack for it, it is missing, and whoever wanted to tell it goes on.
 */
public interface Events {
    /** Those of this JVM. */
    Events OF_JVM = canRecord() ? new FlightRecorderEvents() : new NoEvents();

    /** An offer waits for space. One thread at a time. */
    interface BackPressure {
        /**
         * It waits for somebody.
         *
         * @param role SUBSCRIBER, PUBLISHER or DRIVER
         * @param name of a subscription that has one, else empty
         */
        void by(String role, long registrationId, long clientId, long pid, String name, long bytesBehind);

        /** It waits no more. */
        void ended(String stream, long logId, long publicationId, boolean accepted);
    }

    /** Handlers run. One thread. */
    interface HandlerRun {
        /** They have returned, or the last one has thrown; that one had the message at this position. */
        void ended(String stream, long logId, long subscriptionId, int messages, long position);
    }

    private static boolean canRecord() {
        Optional<Module> recorder = ModuleLayer.boot().findModule("jdk.jfr");
        return recorder.isPresent() && Events.class.getModule().canRead(recorder.get());
    }

    /** {@return a wait for space that begins, null if nobody records it} */
    @Nullable
    BackPressure beginBackPressure();

    /** {@return whether runs of handlers are recorded} */
    boolean recordHandlers();

    /** {@return a run of handlers that begins, null if nobody records it} */
    @Nullable
    HandlerRun beginHandlers();

    /** A client finds its driver dead. */
    void driverLost(String directory, long clientId);

    /** A client has found the next driver. */
    void driverBack(String directory, long clientId, long lostNs);

    /** Publishers have written over what a subscription had not read. */
    void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition);

    /** A thread slept beside what it waited for. */
    void wakeUpMissed(String awaited, long sleptNs);

    /**
     * The driver has padded a claim of a dead publisher.
     *
     * @param publicationId with client and process the dead publisher; all 0 if nobody knows whose claim it was
     */
    void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid);
}
