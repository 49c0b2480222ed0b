/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Logs that are all there from the start. */
final class LogsOf implements FrameFeed.Source {
    private final List<CountingLog> logs;
    private boolean told;
    private volatile boolean open = true;
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

    @Override
    public void ended(@Nullable Throwable failure) {
        endings.incrementAndGet();
    }

    int endings() {
        return endings.get();
    }
}
