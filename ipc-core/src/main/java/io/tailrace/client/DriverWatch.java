/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.NoDriverException;
import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.TailraceException;
import io.tailrace.control.Heartbeat;
import io.tailrace.control.Heartbeat.LifeWatch;
import io.tailrace.events.Events;
import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the driver that the client joined, and, once that is lost, looks for the next one; it tells the program and
 * the Flight Recorder of both. While the driver is lost, a client that {@link Tailrace#open} made embeds the next one,
 * or finds that of another such client; so a call that needs a driver waits for it. A client that {@link
 * Tailrace#connect} made can only report that there is none. Under the conductor's lock, but for {@code isAlive}, which
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
     * @param embedding embeds a driver where none lives; null for a client that embeds none
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
     * Looks whether somebody has truncated the driver's control file. To this client the driver is dead then; the
     * driver itself ends as soon as it notices.
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
     * Asks the kernel where the heartbeat stands still. Returns whether the driver has just been lost, and tells so.
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

    /** The next driver knows what this client holds. */
    void tellBack(long nowNs) {
        Events.driverBack(directory, connection.clientId(), nowNs - lostNs);
        handlers.run("driver states: BACK", () -> stateHandler.accept(DriverState.BACK));
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

    /** Embeds a driver if this client may. Not under the lock: it may take long, and other threads may go on. */
    void embedNext() {
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
                    + ". What is in the logs can still be read");
        }
    }

    private String describeLost() {
        return "the media driver in " + connection.directory().path() + " is gone";
    }

    private String outlook(long timeoutNs) {
        return embedding == null
                ? "Start it again: this client was made by connect, and goes on by itself then; one made by open embeds"
                        + " the next driver itself"
                : "This client was made by open, and could not embed the next one within " + timeoutNs / 1_000_000
                        + " ms; it tries on, and its error handler hears what is in the way";
    }
}
