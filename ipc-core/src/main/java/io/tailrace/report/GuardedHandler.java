/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The program's error handler, which may itself throw anything, or find no heap. A thread that reports to it continues
 * all the same. The first Throwable of the handler is treated as an uncaught exception. Any thread.
 */
public final class GuardedHandler implements Consumer<Throwable> {
    private final Consumer<Throwable> handler;
    private final AtomicBoolean told = new AtomicBoolean();

    public GuardedHandler(Consumer<Throwable> handler) {
        this.handler = handler;
    }

    @Override
    public void accept(Throwable error) {
        try {
            handler.accept(error);
        } catch (Throwable thrown) {
            tellOnce(thrown);
        }
    }

    private void tellOnce(Throwable thrown) {
        try {
            if (told.compareAndSet(false, true)) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
            }
        } catch (Throwable e) {
            told.set(true); // There is no handler left to notify.
        }
    }
}
