/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.events.Events;
import java.util.function.Consumer;

/** Tells the program and the Flight Recorder that the driver is lost, or back. Under the conductor's lock. */
final class DriverNews {
    private final UserHandlers handlers;
    private final Consumer<DriverState> handler;
    private final String directory;
    private long lostNs;

    DriverNews(UserHandlers handlers, TailraceConfig config) {
        this.handlers = handlers;
        this.handler = config.driverStateHandler();
        this.directory = config.directory().toString();
    }

    void lost(long clientId, long nowNs) {
        lostNs = nowNs;
        Events.OF_JVM.driverLost(directory, clientId);
        handlers.run("driver states: LOST", () -> handler.accept(DriverState.LOST));
    }

    void back(long clientId, long nowNs) {
        Events.OF_JVM.driverBack(directory, clientId, nowNs - lostNs);
        handlers.run("driver states: BACK", () -> handler.accept(DriverState.BACK));
    }
}
