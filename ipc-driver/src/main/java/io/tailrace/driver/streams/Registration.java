/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;

/** A publication or a subscription as the driver knows it. */
public abstract sealed class Registration permits PublicationEntry, SubscriptionEntry {
    /** How far a registration is. It never goes back. */
    public enum Phase {
        /**
         * It is in the index. If an Error stops the command here, the command runs again, and asks for all places anew.
         */
        ADMITTED,
        /** It has a place in each of its logs, or waits for it: the log is being made, or a client is cleaning it. */
        ASKED,
        /** All places are known, and the client was notified. */
        READY,
        /** It is not in the index any more, and waits for nothing. */
        REMOVED
    }

    private final ClientEntry client;
    private final long registrationId;
    private final String stream;
    private Phase phase = Phase.ADMITTED;

    Registration(ClientEntry client, long registrationId, String stream) {
        this.client = client;
        this.registrationId = registrationId;
        this.stream = stream;
    }

    ClientEntry client() {
        return client;
    }

    public long registrationId() {
        return registrationId;
    }

    public String stream() {
        return stream;
    }

    /** Enters a phase, unless it is past it. */
    public void enter(Phase next) {
        phase = phase.compareTo(next) < 0 ? next : phase;
    }

    boolean isIn(Phase asked) {
        return phase == asked;
    }

    /** {@return the event that notifies its client} */
    abstract Event ready();
}
