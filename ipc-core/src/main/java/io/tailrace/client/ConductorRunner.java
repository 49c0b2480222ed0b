/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.sleep.AgentIdle;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Runs the client's conductor on a daemon thread until the client is closed and quiet, and then releases the client's
 * lock. One thread at a time runs a cycle.
 */
final class ConductorRunner implements Runnable {
    private final ClientConductor conductor;
    private final Consumer<Throwable> errorHandler;
    private final Thread thread;
    private final AgentIdle rest;
    /** Created once: there may be no heap later. */
    private final IntSupplier look = this::look;

    private volatile boolean closing;
    private volatile boolean finished;

    ConductorRunner(ClientConductor conductor, Consumer<Throwable> errorHandler) {
        this.conductor = conductor;
        this.errorHandler = errorHandler;
        this.rest = conductor.rest();
        this.thread = new Thread(this, conductor.roleName());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** From now on it ends as soon as nothing of the client is in use. */
    void closeWhenQuiet() {
        closing = true;
        rest.wake();
    }

    boolean isFinished() {
        return finished;
    }

    @Override
    public void run() {
        while (!finished) {
            Thread.interrupted(); // Only close ends this thread.
            rest(cycle());
        }
    }

    private int look() {
        return cycle() > 0 || finished ? AgentIdle.SOON : 0;
    }

    private void rest(int work) {
        try {
            if (!conductor.isPatient()) {
                rest.stayAlert();
            }
            rest.after(closing ? AgentIdle.SOON : work, look);
        } catch (Throwable e) { // For example the fault of an access to a truncated file, which is thrown late.
            errorHandler.accept(e);
        }
    }

    /** One cycle. Returns 0 if there was nothing to do. */
    int cycle() {
        int work = 0;
        try {
            work = conductor.doWork();
            if (closing && conductor.isQuiet()) {
                rest.close(); // Before the driver learns of the end, and takes away the client's files.
                conductor.disconnect();
                finished = true;
            }
        } catch (Throwable e) { // Whatever the error: without this thread nothing answers the driver.
            errorHandler.accept(e);
        }
        return work;
    }
}
