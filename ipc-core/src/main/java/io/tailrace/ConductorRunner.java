/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Runs the client's conductor on a daemon thread until the client is closed and quiet, and then lets go of its lock.
 * One thread at a time cycles.
 */
final class ConductorRunner implements Runnable {
    private static final long MIN_PARK_NS = 1_000_000;
    private static final long MAX_PARK_NS = 50_000_000;

    private final ClientConductor conductor;
    private final Consumer<Throwable> errorHandler;
    private final Thread thread;
    private volatile boolean closing;
    private volatile boolean finished;

    ConductorRunner(ClientConductor conductor, Consumer<Throwable> errorHandler) {
        this.conductor = conductor;
        this.errorHandler = errorHandler;
        this.thread = new Thread(this, conductor.roleName());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** From now on it ends as soon as nothing of the client is in use. */
    void closeWhenQuiet() {
        closing = true;
        LockSupport.unpark(thread);
    }

    boolean isFinished() {
        return finished;
    }

    @Override
    public void run() {
        long parkNs = MIN_PARK_NS;
        while (!finished) {
            Thread.interrupted(); // Only close ends this thread.
            parkNs = cycle() > 0 || closing ? MIN_PARK_NS : Math.min(parkNs * 2, MAX_PARK_NS);
            if (!finished) {
                LockSupport.parkNanos(parkNs);
            }
        }
    }

    /** One cycle. Returns 0 if there was nothing to do. */
    int cycle() {
        int work = 0;
        try {
            work = conductor.doWork();
            if (closing && conductor.isQuiet()) {
                conductor.disconnect();
                finished = true;
            }
        } catch (Throwable e) { // Whatever it is: without this thread nothing answers the driver.
            errorHandler.accept(e);
        }
        return work;
    }
}
