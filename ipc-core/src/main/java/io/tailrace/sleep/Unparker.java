/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileAccess;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.ParkedSleep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * Wakes the threads of a client that park: one thread that waits at the sockets of all of them.
 *
 * <p>A socket stays until the end, for the next thread that takes the same sleeper: waking processes keep their
 * connections, and a request on a connection that is just being closed would be lost.
 */
final class Unparker implements AutoCloseable {
    private final WakeSocket sockets;
    private final Consumer<Throwable> errorHandler;
    private final List<ParkedSleep> sleeps = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private volatile boolean closed;

    private Unparker(String name, WakeSocket sockets, Consumer<Throwable> errorHandler) {
        this.sockets = sockets;
        this.errorHandler = errorHandler;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Starts the thread, which waits at these sockets and closes them at its end. */
    static Unparker start(String name, WakeSocket sockets, Consumer<Throwable> errorHandler) throws IOException {
        try {
            Unparker unparker = new Unparker(name, sockets, errorHandler);
            unparker.thread.start();
            return unparker;
        } catch (OutOfMemoryError e) { // No heap, or no more threads.
            sockets.close();
            throw new IOException("cannot start a thread: name=" + name, e);
        }
    }

    /** {@return a sleep whose socket it waits at from now on} */
    ParkedSleep add(MappedBuffer slot, Path path, FileAccess access) throws IOException {
        ParkedSleep sleep = new ParkedSleep(slot);
        sockets.listen(path, access, (clientId, sleeper) -> sleep.unpark());
        sockets.wake();
        sleeps.add(sleep);
        return sleep;
    }

    private void run() {
        try (sockets) {
            sockets.serve(() -> closed, this::onError);
        }
    }

    /**
     * A request may be lost, so all threads check again. A thread that was woken needlessly announces its next sleep.
     */
    private void onError(Throwable error) {
        sleeps.forEach(ParkedSleep::unpark);
        errorHandler.accept(error);
    }

    /** Ends it. Does not wait for its thread: an error handler may wait for the caller. */
    @Override
    public void close() {
        sockets.deleteFiles(); // Not done by its thread: when this returns, the driver may delete the files.
        closed = true;
        thread.interrupt();
    }
}
