/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.io.IOException;
import java.util.function.Consumer;

/** Watches the kernel lock of the driver that the client joined. Under the conductor's lock, but for the flag. */
final class DriverWatch {
    private static final long INTERVAL_NS = 100_000_000;

    private final Connection connection;
    private final Consumer<Throwable> errorHandler;
    private long lastProbeNs = System.nanoTime();
    private volatile boolean alive = true;

    DriverWatch(Connection connection, Consumer<Throwable> errorHandler) {
        this.connection = connection;
        this.errorHandler = errorHandler;
    }

    void doWork() {
        long nowNs = System.nanoTime();
        if (!alive || nowNs - lastProbeNs < INTERVAL_NS) {
            return;
        }
        lastProbeNs = nowNs;
        if (!probe()) {
            alive = false;
            errorHandler.accept(lost());
        }
    }

    private boolean probe() {
        try {
            return connection.isDriverAlive();
        } catch (IOException e) {
            return false; // Its files are gone, and with them any way to talk to it.
        }
    }

    boolean isAlive() {
        return alive;
    }

    void requireDriver() {
        if (!alive) {
            throw lost();
        }
    }

    private NoDriverException lost() {
        return new NoDriverException(
                "driver lost: the media driver in " + connection.directory().path()
                        + " is gone. What is in the logs can still be read; connect again to go on");
    }
}
