/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.CounterSource;
import io.tailrace.TailraceException;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.report.HistorianFile;
import io.tailrace.report.HistorianFile.State;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** The progress and errors of a history, for its file, its counters and its error handler. Any thread. */
final class HistoryStatus implements CounterSource, AutoCloseable {
    final HistoryConfig config;
    final Space space;
    /** Decides about the age of segments; steps do not matter to it. */
    final BlockClock clock;

    final AtomicLong segments = new AtomicLong();
    final AtomicLong writtenBytes = new AtomicLong();
    final AtomicLong droppedBytes = new AtomicLong();
    private final HistorianFile file;
    private final AtomicLong forces = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private volatile long lagBytes;
    private State state = State.RUNNING;

    HistoryStatus(HistoryConfig config, Space space, BlockClock clock, HistorianFile file) {
        this.clock = clock;
        this.config = config;
        this.space = space;
        this.file = file;
    }

    @Override
    public void read(Sink sink) {
        sink.total("writtenBytes", writtenBytes.get());
        sink.total("droppedBytes", droppedBytes.get());
        sink.level("segments", segments.get());
        sink.level("lagBytes", lagBytes);
        sink.total("forces", forces.get());
        sink.total("errors", errors.get());
    }

    /** The wall clock, for display only. No decision depends on it, because it may step. */
    static long nowMs() {
        return System.currentTimeMillis();
    }

    /** Everything written before this time was forced to disk. */
    void forced(long beforeMs, int count) {
        forces.addAndGet(count);
        file.synced(beforeMs);
    }

    void beat(long newLagBytes) throws IOException {
        lagBytes = newLagBytes;
        file.beat(nowMs(), newLagBytes, space.freeBytes());
        file.done(writtenBytes.get(), droppedBytes.get());
    }

    void state(State next) {
        state = next;
        file.state(next);
    }

    void report(TailraceException error) {
        errors.incrementAndGet();
        file.error(nowMs(), String.valueOf(error.getMessage()));
        config.errorHandler().accept(error);
    }

    @Override
    public void close() {
        if (state == State.RUNNING) {
            state(State.FAILED); // It has not started.
        }
        file.close();
    }
}
