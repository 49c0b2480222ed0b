/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import java.util.Optional;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Reports events of client and driver to the JDK Flight Recorder. Any thread.
 *
 * <p>A JVM may lack the module {@code jdk.jfr} or have no reason to load it. Until this JVM records, no event class is
 * loaded, because loading one would initialize the recorder, and nothing is allocated. This class therefore calls only
 * constructors and static methods of the event classes, which the verifier does not need to load. Events are for people
 * to read and decide nothing: if there is no heap or stack for an event, it is dropped and its caller continues.
 */
public final class Events {
    private static final boolean CAN_RECORD = canRecord();

    /** Whether handlers are timed. */
    private static volatile boolean handlersRecorded;

    private Events() {}

    /** An offer waits for space. One thread at a time. */
    public interface BackPressure {
        /**
         * Names the party that the offer waits for.
         *
         * @param role SUBSCRIBER, PUBLISHER or DRIVER
         * @param name of a subscription that has one, else empty
         */
        void by(String role, long registrationId, long clientId, long pid, String name, long bytesBehind);

        /** The wait is over. */
        void ended(String stream, long logId, long publicationId, boolean accepted);
    }

    /** A run of handlers. Used by one thread. */
    public interface HandlerRun {
        /** The handlers have returned, or the last one has thrown; its message was at this position. */
        void ended(String stream, long logId, long subscriptionId, int messages, long position);
    }

    private static boolean canRecord() {
        Optional<Module> recorder = ModuleLayer.boot().findModule("jdk.jfr");
        return recorder.isPresent() && Events.class.getModule().canRead(recorder.get());
    }

    private static boolean isRecording() {
        return CAN_RECORD && FlightRecorder.isInitialized();
    }

    /** Reports an event. Throws nothing, because it may follow an accepted offer or a stored position. */
    static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable t) {
            // Only the event is lost.
        }
    }

    /**
     * Queries an event class. Returns null if the query fails; then only the event is lost. An InternalError means that
     * a file was truncated, and is handled elsewhere.
     */
    private static <T> @Nullable T ask(Supplier<@Nullable T> question) {
        try {
            return question.get();
        } catch (OutOfMemoryError | StackOverflowError | LinkageError | RuntimeException e) {
            return null;
        }
    }

    /** {@return a new wait for space; null if it is not recorded} */
    public static @Nullable BackPressure beginBackPressure() {
        return isRecording() ? ask(RecordedEvents.BackPressure::begun) : null;
    }

    /**
     * {@return a new run of handlers; null if it is not recorded} Each poll that delivers messages asks, so the answer
     * is one word that changes seldom.
     */
    public static @Nullable HandlerRun beginHandlers() {
        return handlersRecorded && isRecording() ? ask(RecordedEvents.SlowHandler::begun) : null;
    }

    /**
     * Conductor: checks whether runs of handlers are recorded. The conductors of this JVM cycle at least twice a
     * second. Returns 0, because this is not work.
     */
    public static int watchHandlers() {
        boolean recorded = isRecording() && Boolean.TRUE.equals(ask(RecordedEvents.SlowHandler::isRecorded));
        if (recorded != handlersRecorded) { // Avoids a store to its cache line in each cycle.
            handlersRecorded = recorded;
        }
        return 0;
    }

    /** A client finds its driver dead. */
    public static void driverLost(String directory, long clientId) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.DriverLost(directory, clientId).commit());
        }
    }

    /** A client has found the next driver. */
    public static void driverBack(String directory, long clientId, long lostNs) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.DriverBack(directory, clientId, lostNs).commit());
        }
    }

    /** Publishers have overwritten messages that a subscription had not read. */
    public static void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.Overrun(stream, logId, subscriptionId, fromPosition, toPosition).commit());
        }
    }

    /** This library has forced a collection in this process, because too many files were mapped. */
    public static void collectionForced(int mappedBefore, int mappedAfter, long max, long tookNs) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.ForcedCollection(mappedBefore, mappedAfter, max, tookNs).commit());
        }
    }

    /** A thread slept although what it waited for was there. */
    public static void wakeUpMissed(String awaited, long sleptNs) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.WakeUpMissed(awaited, sleptNs).commit());
        }
    }

    /**
     * A link of a bridge is in another state.
     *
     * @param link its name
     * @param peer host of the other end; empty if not known
     * @param beforeNs how long it was in the state before
     */
    public static void link(String link, String peer, String state, String before, long beforeNs) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.Link(link, peer, state, before, beforeNs).commit());
        }
    }

    /**
     * The driver has padded a claim of a dead publisher.
     *
     * @param publicationId identifies the dead publisher together with client and process; all are 0 if the publisher
     *     of the claim is not known
     */
    public static void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.ClaimUnblocked(stream, logId, position, length, publicationId, clientId, pid)
                    .commit());
        }
    }
}
