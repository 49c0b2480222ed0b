/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.liveness.OwnerState;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.liveness.ProgramName;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An event of a driver or its clients, as the driver has recorded it in its {@link EventLog}. A field that does not
 * apply is 0 or empty. Texts may be any name that a hostile client gives itself.
 *
 * @param sequence counts the events of a directory, from 1
 * @param timeMs when it happened or was detected, since 1970; for a recurring event, the last time
 * @param subscription its name
 * @param pid of the client or the driver
 * @param program the name of the client, or the program of the driver
 * @param detail a proof or a reason, perhaps cut, and how often it occurred if more than once
 * @param from a position: the beginning of the lost or padded range; for a driver, its incarnation
 * @param to the end of that range
 */
public record EventView(
        long sequence,
        long timeMs,
        Kind kind,
        String stream,
        String subscription,
        long clientId,
        long pid,
        String program,
        String detail,
        long from,
        long to) {
    /** The kind of an event. The file has its {@link #word}. */
    public enum Kind {
        DRIVER_STARTED("started"),
        DRIVER_ENDED("ended"),
        DRIVER_DIED("died"),
        CLIENT_CAME("came"),
        CLIENT_LEFT("left"),
        CLIENT_DIED("died"),
        /** A subscriber that publishers do not wait for has lost messages. */
        OVERRUN("was overrun and lost messages"),
        EVICTED("was evicted, so publishers wait for it no more"),
        /** A claim of a dead publisher was padded. */
        UNBLOCKED("left a claim that was given up"),
        REFUSED("was refused"),
        /** A vacant name is no longer kept. */
        RELEASED("is given up");

        private static final Map<String, Kind> BY_WORD =
                Stream.of(values()).collect(Collectors.toMap(Kind::word, kind -> kind));

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        static @Nullable Kind of(String word) {
            return BY_WORD.get(word);
        }

        /** {@return its name as people write it} */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public boolean isOfDriver() {
            return compareTo(DRIVER_DIED) <= 0;
        }

        /** {@return whether it may occur again and again, for the same client on the same stream} */
        boolean mayRecur() {
            return compareTo(OVERRUN) >= 0;
        }
    }

    /** {@return an event of a driver} */
    public static EventView ofDriver(Kind kind, long pid, String program, long incarnation, String detail) {
        return new EventView(0, 0, kind, "", "", 0, pid, program, detail, incarnation, 0);
    }

    /**
     * {@return the end of a driver that did not note it itself; null if there is none to note}
     *
     * @param last the last event that a driver noted about itself, null if there is none
     * @param before the state of the driver of the directory, which does not live
     * @param incarnation of the driver, if it noted nothing
     */
    public static @Nullable EventView ofEnd(@Nullable EventView last, OwnerState before, long incarnation) {
        boolean hasLeft = before.proof().isEnd();
        if (last == null ? before.pid() == 0 || hasLeft : last.kind() != Kind.DRIVER_STARTED) {
            return null;
        }
        boolean isKnown = last == null || last.pid() == before.pid();
        return ofDriver(
                isKnown && hasLeft ? Kind.DRIVER_ENDED : Kind.DRIVER_DIED,
                last == null ? before.pid() : last.pid(),
                last == null ? "" : last.program(),
                last == null ? incarnation : last.from(),
                (isKnown ? before.proof() : LifeProof.LOCK_FREE).reason());
    }

    /** {@return an event of a client} */
    public static EventView ofClient(Kind kind, long clientId, long pid, String program, String detail) {
        return new EventView(0, 0, kind, "", "", clientId, pid, program, detail, 0, 0);
    }

    /** {@return a copy with its number and time} */
    public EventView numbered(long newSequence, long newTimeMs) {
        return new EventView(
                newSequence, newTimeMs, kind, stream, subscription, clientId, pid, program, detail, from, to);
    }

    /** {@return a copy on a stream, with the name of a subscription, if any} */
    public EventView on(String newStream, String newSubscription) {
        return new EventView(
                sequence, timeMs, kind, newStream, newSubscription, clientId, pid, program, detail, from, to);
    }

    /** {@return a copy for a range of a log} */
    public EventView at(long newFrom, long newTo) {
        return new EventView(
                sequence, timeMs, kind, stream, subscription, clientId, pid, program, detail, newFrom, newTo);
    }

    /** {@return a copy with the client's own name} */
    EventView by(String newProgram) {
        return new EventView(sequence, timeMs, kind, stream, subscription, clientId, pid, newProgram, detail, from, to);
    }

    /** {@return a copy with another detail} */
    EventView because(String newDetail) {
        return new EventView(sequence, timeMs, kind, stream, subscription, clientId, pid, program, newDetail, from, to);
    }

    /** {@return the event as a line for people, not escaped} */
    public String words() {
        String who = kind.isOfDriver()
                ? "driver (pid " + pid + (program.isEmpty() ? "" : ", " + program) + ')'
                : clientId == 0 ? "a client" : ProgramName.describe(clientId, pid, program);
        String where =
                (subscription.isEmpty() ? "" : " as " + subscription) + (stream.isEmpty() ? "" : " on " + stream);
        if (kind == Kind.RELEASED) {
            return "the name " + subscription + " on " + stream + " is given up, which " + who + " held last";
        }
        String range = to == 0 ? "" : " between positions " + from + " and " + to;
        return who + where + ' ' + kind.words + range + (detail.isEmpty() ? "" : ": " + detail);
    }
}
