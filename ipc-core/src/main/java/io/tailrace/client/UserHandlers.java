/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import io.tailrace.stream.LogImage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the program's handlers: reports a handler that throws, and records that a handler is running, because nothing
 * may be added meanwhile. Used under the conductor's lock.
 */
final class UserHandlers {
    private final Consumer<Throwable> errorHandler;
    /** The last error reported by a thread that must not run a handler. */
    private final AtomicReference<@Nullable Throwable> left = new AtomicReference<>();

    private boolean inside;

    UserHandlers(Consumer<Throwable> errorHandler) {
        this.errorHandler = errorHandler;
    }

    void available(LogImage image) {
        run("available", image, image.subscription().config().handlers().available());
    }

    void unavailable(LogImage image) {
        run("unavailable", image, image.subscription().config().handlers().unavailable());
    }

    private void run(String news, LogImage image, Consumer<? super LogImage> handler) {
        run(news + " images: stream=" + image.stream() + ", log=" + image.logId(), () -> handler.accept(image));
    }

    /** @param name the subject of the handler, for people */
    void run(String name, Runnable handler) {
        inside = true;
        try {
            handler.run();
        } catch (Throwable e) { // Whatever the error, the conductor has other work.
            report(new TailraceException("the handler of " + name + " failed: " + ErrorText.withOrigin(e), e));
        } finally {
            inside = false;
        }
    }

    /** Any thread. */
    void report(Throwable error) {
        errorHandler.accept(error);
    }

    /** Leaves the report to the conductor: the calling thread is inside a call of the program that has not failed. */
    void leave(Throwable error) {
        left.set(error);
    }

    /** Conductor: reports errors left by other threads. Returns 0: this is not work. */
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
