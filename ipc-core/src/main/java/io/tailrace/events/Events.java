/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import java.util.Optional;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What client and driver tell the Flight Recorder. Any thread.
 *
 * <p>A JVM may be without the module {@code jdk.jfr}, or without a reason to load it: before this JVM records, no class
 * of an event is loaded, for it would have the recorder set itself up, and nothing is allocated. So this calls their
 * constructors and static methods alone, of which the verifier wants to know nothing. An event is for people, and
 * decides nothing: where there is no heap or stack for it, it is missing, and whoever wanted to tell it goes on.
 */
public final class Events {
    private static final boolean CAN_RECORD = canRecord();

    /** Whether handlers are timed. */
    private static volatile boolean handlersRecorded;

    private Events() {}

    /** An offer waits for space. One thread at a time. */
    public interface BackPressure {
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
    public interface HandlerRun {
        /** They have returned, or the last one has thrown; that one had the message at this position. */
        void ended(String stream, long logId, long subscriptionId, int messages, long position);
    }

    private static boolean canRecord() {
        Optional<Module> recorder = ModuleLayer.boot().findModule("jdk.jfr");
        return recorder.isPresent() && Events.class.getModule().canRead(recorder.get());
    }

    private static boolean isRecording() {
        return CAN_RECORD && FlightRecorder.isInitialized();
    }

    /** Tells an event. Throws nothing: it may follow an accepted offer, or a stored position. */
    static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (Throwable t) {
            // The event is missing, and nothing else.
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

    /** {@return a wait for space that begins, null if nobody records it} */
    public static @Nullable BackPressure beginBackPressure() {
        return isRecording() ? ask(RecordedEvents.BackPressure::begun) : null;
    }

    /**
     * {@return a run of handlers that begins, null if nobody records it} Each poll that delivers something asks, so the
     * answer is one word that changes seldom.
     */
    public static @Nullable HandlerRun beginHandlers() {
        return handlersRecorded && isRecording() ? ask(RecordedEvents.SlowHandler::begun) : null;
    }

    /**
     * Conductor: looks whether somebody records runs of handlers. The conductors of this JVM cycle twice a second at
     * least. Returns 0: that is no work.
     */
    public static int watchHandlers() {
        boolean recorded = isRecording() && Boolean.TRUE.equals(ask(RecordedEvents.SlowHandler::isRecorded));
        if (recorded != handlersRecorded) { // Its line is not to be stored to in each cycle.
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

    /** Publishers have written over what a subscription had not read. */
    public static void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.Overrun(stream, logId, subscriptionId, fromPosition, toPosition).commit());
        }
    }

    /** A thread slept beside what it waited for. */
    public static void wakeUpMissed(String awaited, long sleptNs) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.WakeUpMissed(awaited, sleptNs).commit());
        }
    }

    /**
     * A link of a bridge is in another state.
     *
     * @param link its name
     * @param peer host of the other end, empty where it is not known
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
     * @param publicationId with client and process the dead publisher; all 0 if nobody knows whose claim it was
     */
    public static void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        if (isRecording()) {
            tell(() -> new RecordedEvents.ClaimUnblocked(stream, logId, position, length, publicationId, clientId, pid)
                    .commit());
        }
    }
}
