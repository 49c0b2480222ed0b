/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.util.function.Consumer;

/**
 * Runs the program's handlers: reports one that throws, and knows while one runs, for then nothing may be added. Under
 * the conductor's lock.
 */
final class UserHandlers {
    private final Consumer<Throwable> errorHandler;
    private boolean inside;

    UserHandlers(Consumer<Throwable> errorHandler) {
        this.errorHandler = errorHandler;
    }

    void run(Runnable handler) {
        inside = true;
        try {
            handler.run();
        } catch (Throwable e) { // Whatever it is, the conductor has more to do.
            report(e);
        } finally {
            inside = false;
        }
    }

    /** Any thread. */
    void report(Throwable error) {
        errorHandler.accept(error);
    }

    boolean isInside() {
        return inside;
    }
}
