/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.LifeWatch;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Watches the driver that the client joined, and once it is lost for its next life. Under the conductor's lock, but for the
 * flag.
 */
final class DriverWatch {
    private Connection connection;
    private LifeWatch life;
    private String problem = "";
    private volatile boolean alive = true;

    DriverWatch(Connection connection) {
        this.connection = connection;
        this.life = watch(connection);
    }

    private static LifeWatch watch(Connection connection) {
        return new LifeWatch(connection.control().heartbeat(), System.nanoTime());
    }

    private boolean isProofDue(long nowNs) {
        return life.isProofDue(connection.control().heartbeat(), nowNs);
    }

    /** Asks the kernel where the heartbeat stands still. Returns whether the driver has just been lost. */
    boolean hasJustDied(long nowNs) {
        if (!alive || !isProofDue(nowNs)) {
            return false;
        }
        alive = probe();
        return !alive;
    }

    /** {@return whether the driver that this client joined lives at this moment} */
    boolean isAliveNow() {
        return alive && probe();
    }

    private boolean probe() {
        try {
            return connection.isDriverAlive();
        } catch (NoSuchFileException e) {
            return false; // Its files are gone, and with them any way to talk to it.
        } catch (IOException e) {
            return true; // Nothing proven: this process may be short of descriptors.
        }
    }

    /**
     * Looks now and then for a driver that has come in the place of one that was lost. Returns the way to it, or null. Fails once
     * for each reason.
     */
    @Nullable
    Connection findNext(long nowNs) throws IOException {
        if (alive || !isProofDue(nowNs)) {
            return null;
        }
        try {
            Connection next = connection.rejoin();
            problem = "";
            if (next != null) {
                connection = next;
                life = watch(next);
                alive = true;
            }
            return next;
        } catch (IOException e) {
            if (e.toString().equals(problem)) {
                return null; // Told already.
            }
            problem = e.toString();
            throw e;
        }
    }

    boolean isAlive() {
        return alive;
    }

    void requireDriver() {
        if (!alive) {
            throw new NoDriverException(
                    "driver lost: the media driver in "
                            + connection.directory().path()
                            + " is gone. Start it again: this client goes on by itself then; what is in the logs can still be read");
        }
    }
}
