/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.control.ErrorLog;
import io.tailrace.control.ReportFile;
import io.tailrace.internal.Uninterrupted.Operation;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes every error of a client: notes it in the client's errors file, where tools read it, and hands it to the
 * program's handler. The file is made with the first error; where that or the noting fails, as on a full disk, the
 * handler learns of the error all the same. Any thread.
 */
final class ClientErrors implements Consumer<Throwable>, AutoCloseable {
    private static final long RETRY_NS = 1_000_000_000;

    private final Operation<ReportFile> maker;
    private final Consumer<Throwable> handler;
    private @Nullable ReportFile file;
    private @Nullable ErrorLog log;
    private boolean closed;
    private long lastFailureNs = System.nanoTime() - RETRY_NS;

    /**
     * Makes it.
     *
     * @param handler that of the program, which does not throw
     */
    ClientErrors(Operation<ReportFile> maker, Consumer<Throwable> handler) {
        this.maker = maker;
        this.handler = handler;
    }

    @Override
    public void accept(Throwable error) {
        record(error);
        handler.accept(error);
    }

    private synchronized void record(Throwable error) {
        try {
            ErrorLog target = log();
            if (target != null) {
                target.record(error);
            }
        } catch (Throwable e) { // Also what the error's own toString throws.
            lastFailureNs = System.nanoTime();
        }
    }

    private @Nullable ErrorLog log() throws IOException {
        if (log == null && !closed && System.nanoTime() - lastFailureNs >= RETRY_NS) {
            ReportFile made = maker.run();
            file = made;
            log = new ErrorLog(made.region(), made::findTruncation);
        }
        return log;
    }

    /** Notes nothing more; the handler still learns of everything. */
    @Override
    public synchronized void close() {
        closed = true;
        log = null;
        if (file != null) {
            file.close();
        }
    }
}
