/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.log.Subscriber;

/**
 * A vacant name of a subscription: its places are kept for the next subscription of that name.
 *
 * @param command the request of its last holder, whose registration has the slots
 * @param clientId the client that held it last
 * @param pid the process of that client, for display only
 * @param untilNs when it is given up, by CLOCK_MONOTONIC
 */
public record Vacancy(Command.AddSubscription command, long clientId, long pid, long untilNs) {
    /** The subscription that the places of a name are for. */
    public record Key(String stream, String name) {}

    public Key key() {
        return command.key();
    }

    public long registrationId() {
        return command.registrationId();
    }

    /** {@return the registration whose slots are kept} */
    public Subscriber subscriber() {
        return new Subscriber(registrationId(), clientId, pid, command.policy(), command.name());
    }

    /** {@return a copy, kept no longer than its lease from now on} The clock may be that of another machine. */
    public Vacancy atMostFrom(long nowNs) {
        return new Vacancy(
                command, clientId, pid, Math.min(untilNs, nowNs + command.name().leaseNs()));
    }
}
