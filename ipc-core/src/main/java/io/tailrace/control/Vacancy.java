/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.log.Subscriber;

/**
 * The name of a subscription that nobody holds at this time: its places are kept for the next one of that name.
 *
 * @param command what its last holder asked for; its registration has the slots
 * @param clientId the client that held it last
 * @param pid the process of that client, for display only
 * @param untilNs when it is given up, by CLOCK_MONOTONIC
 */
public record Vacancy(Command.AddSubscription command, long clientId, long pid, long untilNs) {
    /** Whom the places of a name are for. */
    public record Key(String stream, String name) {}

    public Key key() {
        return command.key();
    }

    public long registrationId() {
        return command.registrationId();
    }

    /** {@return whose slots are kept} */
    public Subscriber subscriber() {
        return new Subscriber(registrationId(), clientId, pid, command.policy(), command.name());
    }

    /** {@return the same, kept no longer than its lease from now on} The clock may be that of another machine. */
    public Vacancy atMostFrom(long nowNs) {
        return new Vacancy(
                command, clientId, pid, Math.min(untilNs, nowNs + command.name().leaseNs()));
    }
}
