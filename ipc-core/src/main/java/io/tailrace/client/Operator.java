/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.control.Command;

/**
 * What a person asks the driver for, about subscribers of other programs that hold publishers back. Only the driver's
 * own user and root may: the driver looks whose client it is. Any thread.
 */
public final class Operator {
    private final ClientConductor conductor;

    /** @param client made by {@link Tailrace#connect} or {@link Tailrace#open} */
    public Operator(Tailrace client) {
        this.conductor = ((Client) client).conductor();
    }

    /**
     * Ends the lease of a name that nobody holds, now: its places in all logs of the stream are free. No effect where
     * there is none.
     *
     * @throws RegistrationException if somebody holds the name, this user may not, or there is no answer in time
     * @throws TailraceException if the driver is too old
     */
    public void release(String stream, String name) {
        conductor.ask(id -> new Command.Release(id, stream, name), stream);
    }

    /**
     * Wants the subscribers of a client that gate on a stream to be of policy DROP: at once those of policy EVICT,
     * others when their client has answered, which this does not wait for. No effect where there is none.
     *
     * @throws RegistrationException if this user may not, or there is no answer in time
     * @throws TailraceException if the driver is too old
     */
    public void evict(String stream, long clientId) {
        conductor.ask(id -> new Command.Evict(id, clientId, stream), stream);
    }
}
