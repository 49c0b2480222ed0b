/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.Tailrace;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A variant of Tailrace with its media driver in this process, and one client. */
public final class EmbeddedTailrace implements AutoCloseable {
    private static final long STAND_IN_PAUSE_NS = 100_000;

    private final TailraceVariant variant;
    private final MediaDriver driver;
    private final Tailrace client;
    /** Runs a driver without a thread while parties connect and go, and wait for it. */
    private @Nullable StandIn standIn;

    /** Starts it, in a directory that does not exist yet. */
    public EmbeddedTailrace(TailraceVariant variant, Path directory) {
        this.variant = variant;
        this.driver = MediaDriver.launch(variant.driverConfig(directory));
        beginStandIn();
        this.client = Tailrace.connect(directory);
    }

    public Tailrace client() {
        return client;
    }

    /** {@return the driver's duty cycle, for the thread that subscribes; null where the driver has a thread of its own} */
    public @Nullable Runnable driverCycle() {
        return variant.isDrivenBySubscriber() ? this::runDriver : null;
    }

    /** Runs the driver's duty cycle once. From the first time on nobody else does until this is closed. One thread. */
    private void runDriver() {
        if (standIn != null) {
            endStandIn();
        }
        driver.invoke();
    }

    private void beginStandIn() {
        if (variant.isDrivenBySubscriber()) {
            standIn = new StandIn(driver);
            standIn.start();
        }
    }

    private void endStandIn() {
        if (standIn != null) {
            standIn.end();
            standIn = null;
        }
    }

    /** When nobody uses it any more. */
    @Override
    public void close() {
        endStandIn();
        beginStandIn();
        client.close();
        endStandIn();
        driver.close();
    }

    private static final class StandIn extends Thread {
        private final MediaDriver driver;
        private volatile boolean ended;

        StandIn(MediaDriver driver) {
            super("driver-stand-in");
            this.driver = driver;
            setDaemon(true);
        }

        @Override
        public void run() {
            while (!ended) {
                driver.invoke();
                LockSupport.parkNanos(STAND_IN_PAUSE_NS);
            }
        }

        void end() {
            ended = true;
            try {
                join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}
