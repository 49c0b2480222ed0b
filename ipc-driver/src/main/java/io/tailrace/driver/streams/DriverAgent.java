/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import org.agrona.concurrent.Agent;

/** An agent of the driver, whose thread sleeps while there is nothing to do. */
public interface DriverAgent extends Agent {
    /**
     * {@return the work of a full cycle, which skips nothing} From then on every thread with work for the agent wakes
     * it.
     */
    default int look() throws Exception {
        return doWork();
    }

    /** The threads that run a driver's agents, as the agents need them; see {@link io.tailrace.sleep.AgentIdle}. */
    interface Threads {
        /** Any thread: the keeper has work. */
        void wakeKeeper();

        /** Any thread: the conductor has work. */
        void wakeConductor();

        /** {@return whether the conductor expects a change that no process signals} Conductor's thread only. */
        boolean isConductorAlert();

        /** Keeper's thread only: a thread may be waiting for a dead process. For a second both agents check often. */
        void alertBoth();

        /** Conductor's thread only: it waits for a change that no process signals. */
        void keepConductorAlert();
    }
}
