/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.control.Heartbeat;
import io.tailrace.control.Heartbeat.LifeWatch;
import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Watches the driver that the client joined, and, once that is lost, looks for the next one. Under the conductor's
 * lock, but for {@code isAlive}, which any thread may call.
 */
final class DriverWatch {
    private Connection connection;
    private LifeWatch life;
    private String problem = "";
    private boolean truncated;
    private volatile boolean alive = true;

    DriverWatch(Connection connection) {
        this.connection = connection;
        this.life = watch(connection);
    }

    private static LifeWatch watch(Connection connection) {
        return new LifeWatch(connection.control().heartbeat(), System.nanoTime());
    }

    /** Does not read the heartbeat in a truncated file. */
    private boolean isProofDue(long nowNs) {
        Heartbeat heartbeat = !truncated ? connection.control().heartbeat() : Heartbeat.UNKNOWN;
        return life.isProofDue(heartbeat, nowNs, LifeWatch.SHORT_SILENCE_NS);
    }

    /**
     * Looks whether somebody has truncated the driver's control file. To this client the driver is dead then; the
     * driver itself ends as soon as it notices.
     *
     * @return the error to report if the truncation has just been found, else null
     */
    @Nullable
    FileFormatException giveUpTruncated() {
        FileFormatException truncation = truncated ? null : connection.control().findTruncation();
        truncated |= truncation != null;
        return truncation;
    }

    boolean isGivenUp() {
        return truncated;
    }

    /** Asks the kernel where the heartbeat stands still. Returns whether the driver has just been lost. */
    boolean hasJustDied(long nowNs) {
        if (!alive || (!truncated && !isProofDue(nowNs))) {
            return false;
        }
        alive = !truncated && probe();
        return !alive;
    }

    /** {@return whether the driver that this client joined lives at this moment} */
    boolean isAliveNow() {
        return alive && !truncated && probe();
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
     * Looks now and then for a driver that has come in the place of the lost one. Returns the connection to it, or
     * null. Fails once for each reason.
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
                truncated = false;
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

    /** {@return whether the driver lives, as far as this client knows, and its control file can be read} */
    boolean isUsable() {
        return alive && !truncated;
    }

    /** {@return what to say of a driver that is lost} */
    String describeLost() {
        return "the media driver in " + connection.directory().path() + " is gone";
    }
}
