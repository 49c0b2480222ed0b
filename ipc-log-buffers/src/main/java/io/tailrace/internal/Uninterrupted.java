/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Runs file operations, and waits, for a thread that may be interrupted at any time. An interrupt closes the
 * FileChannel under the operation, so the operation is repeated, and the thread gets its interrupt status back.
 */
public final class Uninterrupted {

    private Uninterrupted() {}

    /** An operation that opens its own channel, or a new one for a closed one, so that it can be repeated. */
    public interface Operation<T> {
        T run() throws IOException;
    }

    public static <T> T run(Operation<T> operation) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return operation.run();
                } catch (ClosedByInterruptException e) {
                    interrupted = Thread.interrupted() || interrupted;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits for a thread to end, unless it is the calling one. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive() && thread != Thread.currentThread()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
