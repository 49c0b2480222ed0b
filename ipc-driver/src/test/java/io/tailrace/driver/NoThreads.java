/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

/** The agents of a test: it steps them itself, so nobody sleeps. */
enum NoThreads implements DriverAgent.Threads {
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
