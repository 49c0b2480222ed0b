/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.memory.MappedBuffer;

/**
 * Notes in the file of a client or a driver that a signal ends its JVM (SIGTERM, Ctrl-C, SIGHUP), by a shutdown hook:
 * so a program that a supervisor stops, and that closes nothing, is not reported as a death. Nobody can note that a
 * process is killed.
 */
final class SignalNote implements AutoCloseable {
    private final MappedBuffer file;
    private final Thread hook = new Thread(this::note, "tailrace-signal-note");
    private boolean isClosed;

    SignalNote(MappedBuffer file) {
        this.file = file;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending already.
        }
    }

    private synchronized void note() {
        if (!isClosed && isSignalled()) {
            FileOwner.noteSignal(file);
        }
    }

    /** {@return whether a signal has begun the shutdown: the JVM handles each signal in a thread of this name} */
    private static boolean isSignalled() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().matches("SIG[A-Z]+ handler"));
    }

    /** From here on nothing is noted, and nothing of the JVM holds the file. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook has run, or finds this closed.
        }
    }
}
