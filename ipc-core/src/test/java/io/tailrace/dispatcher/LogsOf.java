/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatcher;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Logs that all exist from the start. */
final class LogsOf implements FrameFeed.Source {
    private static final long NAP_NS = 100_000;

    private final List<CountingLog> logs;
    private boolean told;
    private volatile boolean open = true;
    private volatile boolean awaitedWithoutTimer;
    private final AtomicInteger endings = new AtomicInteger();

    LogsOf(CountingLog... logs) {
        this.logs = List.of(logs);
    }

    @Override
    public synchronized boolean update(Dispatcher dispatcher) {
        if (!told) {
            told = true;
            logs.forEach(log -> dispatcher.add(log, 0));
        }
        return open;
    }

    void close() {
        open = false;
        logs.forEach(CountingLog::close);
    }

    /** New frames are not announced: checks repeatedly. */
    @Override
    public boolean await(BooleanSupplier isThere, long timeoutNs) {
        awaitedWithoutTimer = timeoutNs == Long.MAX_VALUE;
        long startNs = System.nanoTime();
        while (!isThere.getAsBoolean()) {
            if (System.nanoTime() - startNs >= timeoutNs
                    || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(NAP_NS);
        }
        return true;
    }

    /** {@return whether the last wait had no timeout} */
    boolean isAwaitedWithoutTimer() {
        return awaitedWithoutTimer;
    }

    @Override
    public void wake() {}

    @Override
    public void ended(@Nullable Throwable failure) {
        endings.incrementAndGet();
    }

    int endings() {
        return endings.get();
    }
}
