/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.liveness.KernelLock;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Embeds a driver for a client made by {@link Tailrace#open}: if none runs when the client is created, and later when a
 * driver has stopped. The kernel's lock decides which of several such clients embeds; the others connect to its driver.
 * Any thread.
 */
final class DriverHost implements AutoCloseable {
    private static final long MIN_PAUSE_NS = 50_000_000;
    private static final long MAX_PAUSE_NS = 2_000_000_000;

    private final EmbeddedDriver.Provider provider;
    private final TailraceConfig config;
    private final DriverDirectory directory;
    private @Nullable EmbeddedDriver driver;
    private boolean closed;
    private boolean failed;
    private long pauseNs = MIN_PAUSE_NS;
    private long lastAttemptNs = System.nanoTime() - MAX_PAUSE_NS;

    DriverHost(TailraceConfig config, EmbeddedDriver.Provider provider) {
        this.config = config;
        this.provider = provider;
        this.directory = new DriverDirectory(config.directory());
    }

    /** Embeds a driver, unless another one runs in the directory. */
    synchronized void launch() {
        closeEnded();
        if (!closed && driver == null && !livesAnother()) {
            driver = provider.launch(directory.path(), config.group());
        }
    }

    /** Drops a driver that has stopped by itself: it has released its lock. */
    private void closeEnded() {
        EmbeddedDriver ended = driver;
        if (ended != null && !ended.isRunning()) {
            driver = null;
            ended.close();
        }
    }

    /** Checked before a launch, because a user who may connect need not be allowed to launch. */
    private boolean livesAnother() {
        try {
            return directory.probeDriver() == KernelLock.Holder.ALIVE;
        } catch (IOException e) {
            return false; // The launch then fails and says why.
        }
    }

    /**
     * Called when the driver is lost: embeds a new one as soon as no process holds the lock. Must be called repeatedly
     * until there is a driver. Each obstacle is reported once; the attempts become less and less frequent.
     */
    void takeOver() {
        TailraceException cause = attempt();
        if (cause != null) {
            config.errorHandler()
                    .accept(new TailraceException(
                            "cannot take the place of the driver that was lost, and will try again: "
                                    + cause.getMessage(),
                            cause));
        }
    }

    /** Returns a new obstacle, or null. */
    private synchronized @Nullable TailraceException attempt() {
        long nowNs = System.nanoTime();
        if (nowNs - lastAttemptNs < pauseNs) {
            return null;
        }
        lastAttemptNs = nowNs;
        try {
            if (directory.probeDriver() == KernelLock.Holder.DEAD) {
                launch();
            }
            pauseNs = MIN_PAUSE_NS;
            failed = false;
            return null;
        } catch (Throwable e) { // For example, out of heap: try another time.
            boolean isNew = !failed;
            failed = true;
            pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
            return !isNew ? null : e instanceof TailraceException told ? told : new TailraceException(e.toString(), e);
        }
    }

    /** Stops the driver, if there is one; none is embedded any more. Waits for a launch in progress. */
    @Override
    public synchronized void close() {
        closed = true;
        if (driver != null) {
            driver.close();
        }
    }
}
