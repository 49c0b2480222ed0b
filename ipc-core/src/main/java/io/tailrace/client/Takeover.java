/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.NoDriverException;
import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * While the driver is lost, a client that {@link Tailrace#open} made embeds the next one, or finds that of another such
 * client; so a call that needs a driver waits for it. A client that {@link Tailrace#connect} made can only report that
 * there is none.
 */
final class Takeover {
    private static final long PARK_NS = 1_000_000;

    private final @Nullable Runnable embedding;
    private final DriverWatch driverWatch;
    private final ReentrantLock lock;

    /**
     * @param embedding embeds a driver where none lives; null for a client that embeds none
     * @param lock of the conductor
     */
    Takeover(@Nullable Runnable embedding, DriverWatch driverWatch, ReentrantLock lock) {
        this.embedding = embedding;
        this.driverWatch = driverWatch;
        this.lock = lock;
    }

    /** Embeds a driver if this client may. Not under the lock: it may take long, and other threads may go on. */
    void run() {
        if (embedding != null) {
            embedding.run();
        }
    }

    /**
     * Waits for a driver, under the lock, which it leaves meanwhile.
     *
     * @param cycle finds the driver, once there is one
     * @throws NoDriverException if there is none in time, or this client embeds none
     */
    void awaitDriver(long startNs, long timeoutNs, Runnable cycle) {
        while (embedding != null && !driverWatch.isAlive() && System.nanoTime() - startNs < timeoutNs) {
            lock.unlock();
            try {
                run();
                LockSupport.parkNanos(PARK_NS);
            } finally {
                lock.lock();
            }
            cycle.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new RegistrationException(
                        RegistrationException.Reason.INTERRUPTED,
                        "interrupted while waiting for the next media driver: " + driverWatch.describeLost());
            }
        }
        if (!driverWatch.isAlive()) {
            throw new NoDriverException("driver lost: " + driverWatch.describeLost() + ". " + outlook(timeoutNs)
                    + ". What is in the logs can still be read");
        }
    }

    private String outlook(long timeoutNs) {
        return embedding == null
                ? "Start it again: this client was made by connect, and goes on by itself then; one made by open embeds"
                        + " the next driver itself"
                : "This client was made by open, and could not embed the next one within " + timeoutNs / 1_000_000
                        + " ms; it tries on, and its error handler hears what is in the way";
    }
}
