/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import org.agrona.concurrent.Agent;

/** An agent of the driver, whose thread sleeps while there is nothing to do. */
public interface DriverAgent extends Agent {
    /** {@return the work of a cycle that leaves out nothing} From then on whoever has something for it wakes it. */
    default int look() throws Exception {
        return doWork();
    }

    /** The threads that run a driver's agents, as the agents need them; see {@link io.tailrace.sleep.AgentIdle}. */
    interface Threads {
        /** Any thread: the keeper has something to do. */
        void wakeKeeper();

        /** Any thread: the conductor has something to do. */
        void wakeConductor();

        /** {@return whether somebody waits for what nobody tells} By the thread of the conductor. */
        boolean isConductorAlert();

        /** By the thread of the keeper: somebody may wait for a process that is dead. For a second both look often. */
        void alertBoth();

        /** By the thread of the conductor: it waits for what nobody tells. */
        void keepConductorAlert();
    }
}
