/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import org.agrona.concurrent.Agent;

/** An agent of the driver, whose thread sleeps while there is nothing to do. */
interface DriverAgent extends Agent {
    /** {@return the work of a cycle that leaves out nothing} From then on whoever has something for it wakes it. */
    default int look() throws Exception {
        return doWork();
    }
}
