/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.driver.streams.DriverAgent;

/** The agents of a test, which steps them itself, so no thread sleeps. */
public enum NoThreads implements DriverAgent.Threads {
    INSTANCE;

    @Override
    public void wakeKeeper() {}

    @Override
    public void wakeConductor() {}

    @Override
    public boolean isConductorAlert() {
        return true;
    }

    @Override
    public void alertBoth() {}

    @Override
    public void keepConductorAlert() {}
}
