/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileAccess;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.log.Waker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Wakes futex sleepers for JVMs without futexes. A thread of the driver's process, which sleeps until a request
 * arrives. If this process has no futexes either, there is no relay, and each sleeper has a socket.
 */
public final class WakeRelay implements AutoCloseable {
    private static final long RETRY_NS = 1_000_000_000;

    private final Path path;
    private final FileAccess access;
    private final Waker.Source wakers;
    private final Runnable whenReady;
    private final Consumer<Throwable> errorHandler;
    private final Thread thread = new Thread(this::run, "tailrace-wake-relay");
    private volatile boolean closed;

    /**
     * @param path of its socket
     * @param whenReady run once it accepts requests, on its thread
     */
    public WakeRelay(
            Path path, FileAccess access, Waker.Source wakers, Runnable whenReady, Consumer<Throwable> errorHandler) {
        this.path = path;
        this.access = access;
        this.wakers = wakers;
        this.whenReady = whenReady;
        this.errorHandler = errorHandler;
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    public void start() {
        thread.start();
    }

    private void run() {
        boolean told = false;
        while (!closed) {
            try {
                if (!Futex.isAvailable() || !WakeSocket.fits(path)) {
                    return; // Then there is no relay, and clients use sockets or check again.
                }
                serve();
            } catch (Throwable t) { // No descriptors, or no memory: without this thread some sleepers are not woken.
                if (!told) {
                    told = true; // First: if the report fails, it is not repeated.
                    tell(t);
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private void serve() throws IOException {
        try (WakeSocket socket = WakeSocket.at(path, access, (clientId, sleeper) -> wakers.of(clientId, sleeper)
                .wake())) {
            whenReady.run();
            socket.serve(() -> closed, errorHandler);
        }
    }

    private void tell(Throwable problem) {
        try {
            errorHandler.accept(new IOException(
                    "no socket for processes that ask the driver to wake sleepers; it is tried again each second: path="
                            + path + ", " + ErrorText.of(problem),
                    problem));
        } catch (Throwable t) {
            // There is no heap to report it with.
        }
    }

    /** Ends it, and waits for its thread, unless that is the caller. Keeps the interrupt status. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Uninterrupted.join(thread);
    }
}
