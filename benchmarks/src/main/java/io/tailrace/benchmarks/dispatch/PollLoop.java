/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.lab.Waiting;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** A thread that polls until it is closed. */
final class PollLoop implements AutoCloseable {
    /** As many as are taken by one poll in the other sections. */
    private static final int LIMIT = 128;
    /** As a dispatch does at first. */
    private static final long IDLE_NS = 25_000;

    private static final long END_TIMEOUT_MS = 10_000;

    private final Future<?> end;
    private volatile boolean closed;

    PollLoop(Subscription subscription, FrameHandler handler, ExecutorService thread) {
        end = thread.submit(() -> run(subscription, handler));
    }

    private void run(Subscription subscription, FrameHandler handler) {
        while (!closed) {
            if (subscription.poll(handler, LIMIT) == 0) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        Waiting.result(end, END_TIMEOUT_MS);
    }
}
