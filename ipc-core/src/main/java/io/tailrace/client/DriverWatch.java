/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.NoDriverException;
import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.TailraceException;
import io.tailrace.events.Events;
import io.tailrace.file.FileFormatException;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.Heartbeat.LifeWatch;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the driver that the client joined, and once that is lost, searches for the next one; it reports both to the
 * program and the Flight Recorder. While the driver is lost, a client made by {@link Tailrace#open} embeds the next
 * one, or finds that of another such client; so a call that needs a driver waits for it. A client made by {@link
 * Tailrace#connect} can only report that there is none. Used under the conductor's lock, except {@code isAlive}, which
 * any thread may call.
 */
final class DriverWatch {
    private static final long PARK_NS = 1_000_000;

    private final UserHandlers handlers;
    private final String directory;
    private final Consumer<DriverState> stateHandler;
    private final ReentrantLock lock;
    private final @Nullable Runnable embedding;
    private Connection connection;
    private LifeWatch life;
    private String problem = "";
    private boolean truncated;
    private long lostNs;
    private volatile boolean alive = true;

    /**
     * @param lock of the conductor
     * @param embedding embeds a driver if none runs; null for a client that embeds none
     */
    DriverWatch(
            Connection connection,
            TailraceConfig config,
            UserHandlers handlers,
            ReentrantLock lock,
            @Nullable Runnable embedding) {
        this.connection = connection;
        this.handlers = handlers;
        this.directory = config.directory().toString();
        this.stateHandler = config.driverStateHandler();
        this.lock = lock;
        this.embedding = embedding;
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
     * Checks whether the driver's control file was truncated. To this client the driver is then dead; the driver itself
     * stops as soon as it notices.
     *
     * @return whether the truncation has just been found, which is reported
     */
    boolean giveUpTruncated() {
        FileFormatException truncation = truncated ? null : connection.control().findTruncation();
        if (truncation != null) {
            truncated = true;
            handlers.report(new TailraceException("the media driver is lost: " + truncation.getMessage(), truncation));
        }
        return truncation != null;
    }

    boolean isGivenUp() {
        return truncated;
    }

    /**
     * Asks the kernel if the heartbeat has stopped. Returns whether the driver has just been lost, and reports that.
     */
    boolean hasJustDied(long nowNs) {
        if (!alive || (!truncated && !isProofDue(nowNs))) {
            return false;
        }
        alive = !truncated && probe();
        if (!alive) {
            lostNs = nowNs;
            Events.driverLost(directory, connection.clientId());
            handlers.run("driver states: LOST", () -> stateHandler.accept(DriverState.LOST));
        }
        return !alive;
    }

    /** Called when the next driver knows what this client holds. If something failed before, it is found again. */
    void back(Connection next, long nowNs) {
        life = watch(next);
        connection = next;
        truncated = false;
        Events.driverBack(directory, connection.clientId(), nowNs - lostNs);
        alive = true;
        handlers.run("driver states: BACK", () -> stateHandler.accept(DriverState.BACK));
    }

    /** {@return whether the driver that this client joined is alive at this moment} */
    boolean isAliveNow() {
        return alive && !truncated && probe();
    }

    private boolean probe() {
        try {
            return connection.isDriverAlive();
        } catch (NoSuchFileException e) {
            return false; // Its files are gone, and with them any way to communicate with it.
        } catch (IOException e) {
            return true; // Nothing proven: this process may be short of descriptors.
        }
    }

    /**
     * Checks now and then for a driver that has replaced the lost one. Returns the connection to it, or null. Fails
     * once for each reason.
     */
    @Nullable
    Connection findNext(long nowNs) throws IOException {
        if (alive || !isProofDue(nowNs)) {
            return null;
        }
        try {
            Connection next = connection.rejoin();
            problem = "";
            return next;
        } catch (IOException e) {
            if (e.toString().equals(problem)) {
                return null; // Already reported.
            }
            problem = e.toString();
            throw e;
        }
    }

    boolean isAlive() {
        return alive;
    }

    /** {@return whether the driver is alive, as far as this client knows, and its control file can be read} */
    boolean isUsable() {
        return alive && !truncated;
    }

    /** Embeds a driver if this client may. Not under the lock: it may take long, and other threads may continue. */
    void embedNext() {
        if (embedding != null) {
            embedding.run();
        }
    }

    /**
     * Waits for a driver. Called under the lock, which it releases meanwhile.
     *
     * @param cycle finds the driver, once there is one
     * @throws NoDriverException if there is none in time, or this client embeds none
     */
    void awaitDriver(long startNs, long timeoutNs, Runnable cycle) {
        while (embedding != null && !alive && System.nanoTime() - startNs < timeoutNs) {
            lock.unlock();
            try {
                embedNext();
                LockSupport.parkNanos(PARK_NS);
            } finally {
                lock.lock();
            }
            cycle.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new RegistrationException(
                        RegistrationException.Reason.INTERRUPTED,
                        "interrupted while waiting for the next media driver: " + describeLost());
            }
        }
        if (!alive) {
            throw new NoDriverException("driver lost: " + describeLost() + ". " + outlook(timeoutNs)
                    + ". Messages in the logs can still be read");
        }
    }

    private String describeLost() {
        return "the media driver in " + connection.directory().path() + " is gone";
    }

    private String outlook(long timeoutNs) {
        return embedding == null
                ? "Start it again: this client was made by connect, and then continues by itself; one made by open"
                        + " embeds the next driver itself"
                : "This client was made by open, and could not embed the next one within " + timeoutNs / 1_000_000
                        + " ms; it keeps trying, and its error handler receives the reason";
    }
}
