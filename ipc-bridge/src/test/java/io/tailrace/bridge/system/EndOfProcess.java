/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Tells a process to exit in good order: by a line on its standard input, or by SIGTERM. */
final class EndOfProcess {
    private static final long PATIENCE_MS = 10_000;

    private final AtomicBoolean isSignalled = new AtomicBoolean();

    /** For the main thread, which exits soon after {@link #isWanted}. */
    EndOfProcess() {
        Thread main = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            isSignalled.set(true);
            try {
                main.join(PATIENCE_MS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    boolean isWanted() throws IOException {
        return isSignalled.get() || System.in.available() > 0;
    }
}
