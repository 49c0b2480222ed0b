/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** The event classes of the Flight Recorder. Their names, labels and fields are visible to people. */
final class RecordedEvents {
    private RecordedEvents() {}

    /** As {@link Events#tell}, but without a Runnable, for which there may be no heap. */
    private static void commitQuietly(Event event) {
        try {
            event.commit();
        } catch (Throwable t) {
            // The event is missing, and nothing else.
        }
    }

    /** The fields of all events. */
    @Category("Tailrace")
    @StackTrace(false)
    abstract static class TailraceEvent extends Event {}

    /** The fields of events of a log. */
    abstract static class LogEvent extends TailraceEvent {
        @Label("Stream")
        String stream = "";

        @Label("Log")
        long logId;
    }

    /** The fields of events that a client detects of its driver. */
    abstract static class DriverEvent extends TailraceEvent {
        @Label("Directory")
        String directory = "";

        @Label("Client")
        long clientId;
    }

    /** An offer or a claim that waited for space, and the party that it waited for. Used by one thread. */
    @Name("io.tailrace.BackPressure")
    @Label("Back Pressure")
    @Description("An offer with a timeout waited for space in its log")
    @Threshold("10 ms")
    static final class BackPressure extends LogEvent implements Events.BackPressure {
        /** Queried for whether such events are recorded, so that no other instance is created when they are not. */
        private static final BackPressure PROBE = new BackPressure();

        @Label("Publication")
        long publicationId;

        @Label("Accepted")
        @Description("Whether the offer found space; else its time was over, or it was interrupted or closed")
        boolean accepted;

        @Label("Culprit")
        @Description("The party that held it back when the wait began: SUBSCRIBER, PUBLISHER or DRIVER")
        String culprit = "";

        @Label("Culprit Name")
        @Description("Of a subscription that has one")
        String culpritName = "";

        @Label("Culprit Registration")
        long culpritId;

        @Label("Culprit Client")
        long culpritClientId;

        @Label("Culprit Process")
        long culpritPid;

        @Label("Bytes Behind")
        @DataAmount(DataAmount.BYTES)
        long bytesBehind;

        /** {@return a new event; null if it is not recorded} */
        static Events.@Nullable BackPressure begun() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            BackPressure event = new BackPressure();
            event.begin();
            return event;
        }

        @Override
        public void by(String role, long registrationId, long clientId, long pid, String name, long newBytesBehind) {
            culprit = role;
            culpritId = registrationId;
            culpritClientId = clientId;
            culpritPid = pid;
            culpritName = name;
            bytesBehind = newBytesBehind;
        }

        @Override
        public void ended(String ofStream, long ofLogId, long ofPublicationId, boolean wasAccepted) {
            end();
            if (!shouldCommit()) {
                return;
            }
            stream = ofStream;
            logId = ofLogId;
            publicationId = ofPublicationId;
            accepted = wasAccepted;
            commitQuietly(this);
        }
    }

    /** The handlers of one poll, or the handler of one dispatched message. Used by one thread. */
    @Name("io.tailrace.SlowHandler")
    @Label("Slow Handler")
    @Description("The handlers of one poll, or of one dispatched message, took long")
    @Threshold("10 ms")
    static final class SlowHandler extends LogEvent implements Events.HandlerRun {
        /** Queried for whether such events are recorded, so that no other instance is created when they are not. */
        private static final SlowHandler PROBE = new SlowHandler();

        @Label("Subscription")
        long subscriptionId;

        @Label("Messages")
        @Description("Handled in that time; one that was aborted does not count")
        int messages;

        @Label("Position")
        @Description("Where the last of them begins")
        long position;

        static boolean isRecorded() {
            return PROBE.isEnabled();
        }

        /** {@return a new event; null if it is not recorded} */
        static Events.@Nullable HandlerRun begun() {
            if (!PROBE.isEnabled()) {
                return null;
            }
            SlowHandler event = new SlowHandler();
            event.begin();
            return event;
        }

        @Override
        public void ended(String ofStream, long ofLogId, long ofSubscriptionId, int newMessages, long lastPosition) {
            end();
            if (!shouldCommit()) {
                return;
            }
            stream = ofStream;
            logId = ofLogId;
            subscriptionId = ofSubscriptionId;
            messages = newMessages;
            position = lastPosition;
            commitQuietly(this);
        }
    }

    /** A client has lost its driver. */
    @Name("io.tailrace.DriverLost")
    @Label("Driver Lost")
    @Description("The media driver of a client is dead")
    static final class DriverLost extends DriverEvent {
        DriverLost(String directory, long clientId) {
            this.directory = directory;
            this.clientId = clientId;
        }
    }

    /** A client has found the next driver. */
    @Name("io.tailrace.DriverBack")
    @Label("Driver Back")
    @Description("A client has found the next media driver")
    static final class DriverBack extends DriverEvent {
        @Label("Lost For")
        @Description("Since the client found the last driver dead")
        @Timespan(Timespan.NANOSECONDS)
        final long lostFor;

        DriverBack(String directory, long clientId, long lostFor) {
            this.directory = directory;
            this.clientId = clientId;
            this.lostFor = lostFor;
        }
    }

    /** A subscription was overrun. */
    @Name("io.tailrace.Overrun")
    @Label("Overrun")
    @Description("Publishers have overwritten unread messages of a subscription of policy DROP or EVICT")
    static final class Overrun extends LogEvent {
        @Label("Subscription")
        final long subscriptionId;

        @Label("From Position")
        final long fromPosition;

        @Label("To Position")
        final long toPosition;

        Overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
            this.stream = stream;
            this.logId = logId;
            this.subscriptionId = subscriptionId;
            this.fromPosition = fromPosition;
            this.toPosition = toPosition;
        }
    }

    /** Too many files were mapped, so that garbage had to be collected. */
    @Name("io.tailrace.ForcedCollection")
    @Label("Forced Collection")
    @Description("Files of closed logs were mapped up to the limit, so Tailrace called System.gc() to unmap them")
    static final class ForcedCollection extends TailraceEvent {
        @Label("Mapped Before")
        int before;

        @Label("Mapped After")
        int after;

        @Label("Limit")
        long limit;

        @Label("Took")
        @Timespan(Timespan.NANOSECONDS)
        long took;

        ForcedCollection(int before, int after, long limit, long took) {
            this.before = before;
            this.after = after;
            this.limit = limit;
            this.took = took;
        }
    }

    /** A thread slept although what it waited for was there. */
    @Name("io.tailrace.WakeUpMissed")
    @Label("Wake-up Missed")
    @Description("A thread slept its longest time although what it waited for was there: it was not woken")
    static final class WakeUpMissed extends TailraceEvent {
        @Label("Awaited")
        final String awaited;

        @Label("Slept")
        @Description("The longest possible delay")
        @Timespan(Timespan.NANOSECONDS)
        final long slept;

        WakeUpMissed(String awaited, long slept) {
            this.awaited = awaited;
            this.slept = slept;
        }
    }

    /** A link of a bridge is in another state. */
    @Name("io.tailrace.Link")
    @Label("Link")
    @Description("A link of a bridge is in another state")
    static final class Link extends TailraceEvent {
        @Label("Link")
        final String link;

        @Label("Peer")
        @Description("Host of the other end, as it says")
        final String peer;

        @Label("State")
        final String state;

        @Label("State Before")
        final String before;

        @Label("Before For")
        @Description("How long it was in that state")
        @Timespan(Timespan.NANOSECONDS)
        final long beforeFor;

        Link(String link, String peer, String state, String before, long beforeFor) {
            this.link = link;
            this.peer = peer;
            this.state = state;
            this.before = before;
            this.beforeFor = beforeFor;
        }
    }

    /** The driver has padded a claim that a dead publisher left open. */
    @Name("io.tailrace.ClaimUnblocked")
    @Label("Claim Unblocked")
    @Description("The media driver has padded a claim that a dead publisher left open")
    static final class ClaimUnblocked extends LogEvent {
        @Label("Position")
        final long position;

        @Label("Length")
        @DataAmount(DataAmount.BYTES)
        final long length;

        @Label("Publication")
        @Description("0 if its publisher had not written its id into the claim")
        final long publicationId;

        @Label("Client")
        final long clientId;

        @Label("Process")
        final long pid;

        ClaimUnblocked(
                String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
            this.stream = stream;
            this.logId = logId;
            this.position = position;
            this.length = length;
            this.publicationId = publicationId;
            this.clientId = clientId;
            this.pid = pid;
        }
    }
}
