/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.lab.Waiting;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * An executor, its bound its own or, where it has none, a semaphore. One JVM has executors of one class only, so that
 * the call has one target.
 */
final class ExecutorContestant implements Contestant {
    private static final long END_TIMEOUT_MS = 10_000;

    private final ExecutorService executor;
    private final @Nullable Semaphore room;
    private final Runnable owner;

    /** @param owner closes what is behind the executor */
    ExecutorContestant(ExecutorService executor, @Nullable Semaphore room, Runnable owner) {
        this.executor = executor;
        this.room = room;
        this.owner = owner;
    }

    @Override
    public void submit(Runnable task) {
        if (room != null) {
            room.acquireUninterruptibly();
        }
        executor.execute(task);
    }

    @Override
    public @Nullable Semaphore room() {
        return room;
    }

    @Override
    public void close() {
        executor.shutdown();
        Waiting.until(executor::isTerminated, END_TIMEOUT_MS, () -> "an executor does not end: " + executor);
        owner.run();
    }
}
