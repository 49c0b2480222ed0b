/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the program's handlers: reports one that throws, and knows while one runs, for then nothing may be added. Under
 * the conductor's lock.
 */
final class UserHandlers {
    private final Consumer<Throwable> errorHandler;
    /** The last one told by a thread that must not run a handler. */
    private final AtomicReference<@Nullable Throwable> left = new AtomicReference<>();

    private boolean inside;

    UserHandlers(Consumer<Throwable> errorHandler) {
        this.errorHandler = errorHandler;
    }

    /** @param name what it is the handler of, for people */
    void run(String name, Runnable handler) {
        inside = true;
        try {
            handler.run();
        } catch (Throwable e) { // Whatever it is, the conductor has more to do.
            report(new TailraceException("the handler of " + name + " failed: " + ErrorText.withOrigin(e), e));
        } finally {
            inside = false;
        }
    }

    /** Any thread. */
    void report(Throwable error) {
        errorHandler.accept(error);
    }

    /** Has the conductor report it: the calling thread is inside a call of the program's that is no failure. */
    void leave(Throwable error) {
        left.set(error);
    }

    /** Conductor: reports what others have left. Returns 0: that is no work. */
    int reportLeft() {
        Throwable error = left.getAndSet(null);
        if (error != null) {
            report(error);
        }
        return 0;
    }

    boolean isInside() {
        return inside;
    }
}
