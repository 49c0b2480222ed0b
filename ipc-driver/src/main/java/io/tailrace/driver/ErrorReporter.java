/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.ControlFile;
import io.tailrace.report.ErrorLog;
import io.tailrace.report.GuardedHandler;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Takes every error of the driver: counts it in the error log of the control file, and calls the configured handler
 * once for each distinct cause. Any thread. It never throws, because its callers have more work to do.
 */
final class ErrorReporter implements Consumer<Throwable> {
    private static final int MAX_TOLD = 1000;

    private final ErrorLog log;
    private final GuardedHandler handler;
    private final Set<String> told = new HashSet<>();
    private final AtomicLong count = new AtomicLong();
    private long recordFailures;

    ErrorReporter(ControlFile control, Consumer<Throwable> handler) {
        this.log = new ErrorLog(control.errorLog(), control::findTruncation);
        this.handler = new GuardedHandler(handler);
    }

    @Override
    public synchronized void accept(Throwable error) {
        count.incrementAndGet();
        record(error);
        if (isNew(error)) {
            handler.accept(error);
        }
    }

    /** {@return whether the calling thread reports an error, and so may be inside the handler} */
    boolean isReporting() {
        return Thread.holdsLock(this);
    }

    private void record(Throwable error) {
        try {
            log.record(error);
        } catch (Throwable e) {
            recordFailures++;
        }
    }

    private boolean isNew(Throwable error) {
        try {
            return told.size() < MAX_TOLD && told.add(error.toString());
        } catch (Throwable e) { // The error's toString has failed, or there is no heap for the text.
            recordFailures++;
            return recordFailures == 1;
        }
    }

    /** {@return how many errors were reported, with each repetition counted} */
    long count() {
        return count.get();
    }
}
