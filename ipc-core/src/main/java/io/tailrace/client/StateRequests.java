/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;

/**
 * Has the driver tell everything again, after events were lost or where the driver is a new one. Lists for it all that
 * this client holds or waits for: what is not listed, the driver drops; what is not told, this client drops. Under the
 * conductor's lock.
 */
final class StateRequests {
    private final CommandRing.Sender sender;
    private final ClientPublications publications;
    private final ClientSubscriptions subscriptions;
    private final Registrations registrations;
    private Command.RequestState last = new Command.RequestState(0);
    private int count;
    private boolean needed;

    StateRequests(
            CommandRing.Sender sender,
            ClientPublications publications,
            ClientSubscriptions subscriptions,
            Registrations registrations) {
        this.sender = sender;
        this.publications = publications;
        this.subscriptions = subscriptions;
        this.registrations = registrations;
    }

    /** The driver has told something that is lost, or it holds something that this client does not. */
    void need() {
        needed = true;
    }

    boolean isNeeded() {
        return needed;
    }

    /**
     * Asks a driver. An earlier request is void, for its answer may be lost, too, unless the driver cannot have read
     * the request yet.
     */
    void ask(long incarnation) {
        needed = true; // If this fails half-way, it is done again.
        subscriptions.beginState();
        if (!sender.isWaiting(last) || !last.isMadeTo(incarnation)) { // Else the whole answer is still to come.
            last = Command.RequestState.madeTo(incarnation, ++count);
            publications.list().forEach(sender::send);
            subscriptions.list().forEach(sender::send);
            registrations.list().forEach(sender::send);
            sender.send(last);
        }
        needed = false;
    }

    /** The driver has told everything that it was asked for. */
    void onComplete(long requestId) {
        if (requestId == last.requestId()) {
            subscriptions.completeState();
        }
    }
}
