/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.memory.MappedBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.SystemEpochClock;
import org.agrona.concurrent.errors.DistinctErrorLog;

/**
 * Where what goes wrong in the driver ends up: counted in the error log of the control file, and told to the configured
 * handler once for each distinct cause. Any thread.
 */
final class ErrorReporter implements Consumer<Throwable>, ErrorHandler {
    private static final int MAX_TOLD = 1000;

    private final DistinctErrorLog log;
    private final Consumer<Throwable> handler;
    private final Set<String> told = new HashSet<>();
    private final AtomicLong count = new AtomicLong();

    ErrorReporter(MappedBuffer region, Consumer<Throwable> handler) {
        this.log = new DistinctErrorLog(region, SystemEpochClock.INSTANCE);
        this.handler = handler;
    }

    @Override
    public synchronized void accept(Throwable error) {
        count.incrementAndGet();
        log.record(error);
        if (told.size() < MAX_TOLD && told.add(error.toString())) {
            handler.accept(error);
        }
    }

    /** {@return how many were reported, repeated ones counted each time} */
    long count() {
        return count.get();
    }

    @Override
    public void onError(Throwable error) {
        accept(error);
    }
}
