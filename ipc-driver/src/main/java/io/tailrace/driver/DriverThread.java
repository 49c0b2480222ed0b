/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.internal.Uninterrupted;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.Sleeper;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.AgentTerminationException;
import org.jspecify.annotations.Nullable;

/**
 * Runs the driver's cycles, on a thread of its own or on a thread of the program. It continues after anything that a
 * cycle throws, and after an interrupt. One thread starts and closes.
 */
final class DriverThread implements Conductor.Rest, AutoCloseable {
    private static final long PAUSE_NS = 20_000;

    private final ThreadingMode threading;
    private final Consumer<Throwable> errors;
    private final Runnable whenEnded;
    private final AgentIdle rest;
    /** Held by the program's thread that runs a cycle. */
    private final ReentrantLock invoking = new ReentrantLock();

    private @Nullable Conductor conductor;
    private @Nullable Thread thread;
    private volatile boolean ending;

    /**
     * @param place gives the place where the thread sleeps
     * @param errors receives what a cycle throws; throws nothing itself
     * @param whenEnded run when the driver has ended by itself, or is closing, and no cycle runs any more
     */
    DriverThread(ThreadingMode threading, Supplier<Sleeper> place, Consumer<Throwable> errors, Runnable whenEnded) {
        this.threading = threading;
        this.errors = errors;
        this.whenEnded = whenEnded;
        this.rest = new AgentIdle(PAUSE_NS, place);
    }

    @Override
    public void wake() {
        rest.wake();
    }

    @Override
    public boolean isAlert() {
        return threading == ThreadingMode.INVOKER || rest.isAlert();
    }

    @Override
    public void stayAlert() {
        rest.stayAlert();
    }

    /** If that fails half-way, the caller closes. */
    void start(Conductor driver) {
        conductor = driver;
        if (threading != ThreadingMode.INVOKER) {
            thread = new Thread(() -> run(driver), "tailrace-driver");
            thread.setDaemon(true); // An embedded driver must not keep its program alive.
            thread.start();
        }
    }

    private void run(Conductor driver) {
        IntSupplier look = () -> ending ? AgentIdle.SOON : cycle(driver, true); // Made once: later, heap may be short.
        try {
            while (!ending) {
                Thread.interrupted(); // An interrupted thread would never sleep again.
                rest(cycle(driver, false), look);
            }
        } finally {
            ending = true;
            rest.close(); // First: once the thread has left, the next driver may sleep in the same place.
            whenEnded.run();
        }
    }

    private int cycle(Conductor driver, boolean look) {
        try {
            return driver.doWork(look);
        } catch (AgentTerminationException e) {
            ending = true;
        } catch (Throwable e) { // Even an Error: no other thread cleans the logs.
            errors.accept(e);
        }
        return 0;
    }

    private void rest(int work, IntSupplier look) {
        try {
            rest.after(work, look);
        } catch (Throwable e) { // For example the fault after an access to a truncated file, which the JVM throws late.
            errors.accept(e);
        }
    }

    /** Runs one cycle if the program runs them, unless a cycle is already running. Returns the work done. */
    int invoke() {
        if (threading != ThreadingMode.INVOKER) {
            throw new IllegalStateException("the driver has a thread of its own");
        }
        if (invoking.isHeldByCurrentThread() || !invoking.tryLock()) {
            return 0;
        }
        try {
            return ending || conductor == null ? 0 : invoke(conductor);
        } finally {
            invoking.unlock();
        }
    }

    private int invoke(Conductor driver) {
        int work = cycle(driver, false);
        if (ending) {
            whenEnded.run();
        }
        return work;
    }

    /** {@return whether it has not ended} */
    boolean isRunning() {
        return !ending;
    }

    /** Ends the cycles, and waits for the last one; a cycle that closes its own driver does not wait for itself. */
    @Override
    public void close() {
        ending = true;
        wake();
        if (thread != null) {
            Uninterrupted.join(thread);
        }
        invoking.lock(); // Like that join: a cycle that runs on another thread of the program finishes first.
        try {
            conductor = null;
        } finally {
            invoking.unlock();
        }
    }
}
