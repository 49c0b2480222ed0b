/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.internal.PendingFault;
import io.tailrace.log.Waker;
import java.util.HashMap;
import java.util.Map;

/**
 * The threads that a driver wakes: sleeping threads of its clients, and its own on behalf of processes that cannot wake
 * them. Any thread finds wakers.
 */
final class DriverWakers implements Waker.Source {
    private final Waker.Source clients;
    private final Conductor.Rest rest;
    /** By client id. Referenced here, because a source forgets a waker without references. */
    private final Map<Long, Waker> conductors = new HashMap<>();

    /** @param clients finds the wakers of clients */
    DriverWakers(Waker.Source clients, Conductor.Rest rest) {
        this.clients = clients;
        this.rest = rest;
    }

    @Override
    public Waker of(long clientId, int sleeper) {
        return clientId == Waker.DRIVER ? rest::wake : clients.of(clientId, sleeper);
    }

    /** Conductor: wakes the conductor of a client, after an event for it. */
    void wakeConductor(long clientId) {
        conductors
                .computeIfAbsent(clientId, id -> clients.of(id, Waker.CONDUCTOR))
                .wakeBehindStore();
        PendingFault.drop(); // Its file was truncated. From then on it takes naps.
    }

    /** Conductor: a client has gone. */
    void forget(long clientId) {
        conductors.remove(clientId);
    }
}
