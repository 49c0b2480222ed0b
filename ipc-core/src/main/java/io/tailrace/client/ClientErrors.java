/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.report.ErrorLog;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Processes every error of a client: records it in the client's errors file, where tools read it, and passes it to the
 * program's handler. The file is created with the first error; if creating or writing it fails, for example on a full
 * disk, the handler still receives the error. Any thread.
 */
final class ClientErrors implements Consumer<Throwable>, AutoCloseable {
    private static final long RETRY_NS = 1_000_000_000;

    private final Operation<ReportFile> maker;
    private final Consumer<Throwable> handler;
    private @Nullable ReportFile file;
    private @Nullable ErrorLog log;
    private boolean closed;
    private long lastFailureNs = System.nanoTime() - RETRY_NS;

    /** @param handler the program's handler, which does not throw */
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
        } catch (Throwable e) { // Includes exceptions of the error's own toString.
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

    /** Records nothing more; the handler still receives every error. */
    @Override
    public synchronized void close() {
        closed = true;
        log = null;
        if (file != null) {
            file.close();
        }
    }
}
